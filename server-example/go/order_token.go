// go run order_token.go A-1001 49.00 EUR [description]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"
)

// OrderToken takes the amount as text such as "49.00"; others may hold description, email, offers, return_url and
// the like.
func OrderToken(id, amount, currency string, others map[string]any) (string, error) {
	first, _, _ := strings.Cut(os.Getenv("CRYPTO_CHECKOUT_ORDER_SECRET"), ",")
	secret := []byte(strings.TrimSpace(first))
	if len(secret) < 32 {
		return "", errors.New("CRYPTO_CHECKOUT_ORDER_SECRET needs 32 bytes: openssl rand -base64 32")
	}
	now := time.Now().Unix()
	claims := map[string]any{"sub": id, "amount": amount, "currency": currency, "iat": now, "exp": now + 86400}
	for name, value := range others {
		claims[name] = value
	}
	header, err := json.Marshal(map[string]any{"alg": "HS256", "typ": "JWT"})
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode(header) + "." + encode(payload)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil)), nil
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("give id, amount and currency")
	}
	others := map[string]any{}
	if len(os.Args) > 4 {
		others["description"] = os.Args[4]
	}
	token, err := OrderToken(os.Args[1], os.Args[2], os.Args[3], others)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(token)
}
