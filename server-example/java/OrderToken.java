// java OrderToken.java A-1001 49.00 EUR [description]
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class OrderToken {
    /** The amount is text such as "49.00"; others may hold description, email, return_url and other texts. */
    static String orderToken(String id, String amount, String currency, Map<String, String> others)
            throws Exception {
        String secrets = System.getenv().getOrDefault("CRYPTO_CHECKOUT_ORDER_SECRET", "");
        byte[] secret = secrets.split(",")[0].trim().getBytes(UTF_8);
        if (secret.length < 32) {
            throw new IllegalStateException("CRYPTO_CHECKOUT_ORDER_SECRET needs 32 bytes: openssl rand -base64 32");
        }
        long now = Instant.now().getEpochSecond();
        StringBuilder claims = new StringBuilder(String.format(
                Locale.ROOT,
                "{\"sub\":%s,\"amount\":%s,\"currency\":%s,\"iat\":%d,\"exp\":%d",
                json(id), json(amount), json(currency), now, now + 86400));
        others.forEach((name, text) -> claims.append("," + json(name) + ":" + json(text)));
        String signed = base64url("{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(UTF_8))
                + "." + base64url((claims + "}").getBytes(UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return signed + "." + base64url(mac.doFinal(signed.getBytes(UTF_8)));
    }

    static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Java has no JSON of its own: a text, with everything but plain letters escaped. */
    static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean isPlain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
            json.append(isPlain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return json.append('"').toString();
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> others = args.length > 3 ? Map.of("description", args[3]) : Map.of();
        System.out.println(orderToken(args[0], args[1], args[2], others));
    }
}
