<?php
// php -S 127.0.0.1:3001 webhook.php

/** The event, if the proxy has sent it. $body is what came, byte for byte. @throws RuntimeException */
function verified_event(string $body, string $id, string $timestamp, string $signatures): array
{
    if (abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('signed too long ago, or a clock is wrong');
    }
    foreach (explode(',', getenv('CRYPTO_CHECKOUT_WEBHOOK_SECRET') ?: '') as $secret) {
        $key = base64_decode(substr(trim($secret), strlen('whsec_')), true);
        if (!$key) {
            throw new RuntimeException('CRYPTO_CHECKOUT_WEBHOOK_SECRET is not set to whsec_ and base64');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
    }
    throw new RuntimeException('signed with another secret, or altered');
}

$header = fn (string $name): string => $_SERVER['HTTP_WEBHOOK_' . $name] ?? '';
try {
    $event = verified_event(file_get_contents('php://input'), $header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'));
} catch (RuntimeException $error) {
    http_response_code(400);
    exit($error->getMessage());
}
// It may come again: note $event['id'] in the transaction that fulfils.
error_log($event['type'] . ' for ' . ($event['order']['id'] ?? $event['customer']));
http_response_code(204);
