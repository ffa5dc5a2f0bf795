<?php
// php order_token.php A-1001 49.00 EUR [description]

/** $amount is text such as '49.00'; $others may hold description, email, offers, return_url and the like. */
function order_token(string $id, string $amount, string $currency, array $others = []): string
{
    $secret = trim(explode(',', getenv('CRYPTO_CHECKOUT_ORDER_SECRET') ?: '')[0]);
    if (strlen($secret) < 32) {
        throw new RuntimeException('CRYPTO_CHECKOUT_ORDER_SECRET needs 32 bytes: openssl rand -base64 32');
    }
    $base64url = fn (string $bytes): string => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    $part = fn (array $fields): string => $base64url(json_encode($fields, JSON_THROW_ON_ERROR));
    $claims = ['sub' => $id, 'amount' => $amount, 'currency' => $currency, 'iat' => time(), 'exp' => time() + 86400];
    $signed = $part(['alg' => 'HS256', 'typ' => 'JWT']) . '.' . $part($claims + $others);
    return $signed . '.' . $base64url(hash_hmac('sha256', $signed, $secret, true));
}

if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $others = isset($argv[4]) ? ['description' => $argv[4]] : [];
    echo order_token($argv[1], $argv[2], $argv[3], $others), "\n";
}
