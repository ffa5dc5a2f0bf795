<?php
// php -S 127.0.0.1:3001 webhook.php

const MAX_BYTES = 65536; // an event has a few kilobytes
const TABLES = '
    create table if not exists orders (id text primary key, amount text not null, currency text not null);
    create table if not exists handled (event_id text primary key);
    create table if not exists ledger (invoice_id text primary key, order_id text not null, currency text not null,
        received text not null, applied text not null, owed text not null, reserved text not null,
        refunded text not null, dismissed text not null, version integer not null);
    create table if not exists fulfilled (order_id text primary key, event_id text not null);
    create table if not exists shipments (number integer primary key, order_id text not null);
    create table if not exists reviews (event_id text primary key, about text not null, reason text not null);
';
// The ledger has all that these events say. Everything else needs a manual decision.
const NOTHING_TO_DECIDE = [
    ...['checkout.paid', 'checkout.partial', 'checkout.expired', 'checkout.canceled', 'checkout.settled'],
    ...['refund.reserved', 'refund.released', 'refund.sent', 'refund.declined'],
];

/** Returns the keys in CRYPTO_CHECKOUT_WEBHOOK_SECRET, several during a rotation. @throws LogicException */
function webhook_keys(): array
{
    $keys = [];
    foreach (explode(',', getenv('CRYPTO_CHECKOUT_WEBHOOK_SECRET') ?: '') as $secret) {
        if (($secret = trim($secret)) === '') {
            continue;
        }
        $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, strlen('whsec_')), true) : '';
        if (!$key || strlen($key) < 24 || strlen($key) > 64) {
            throw new LogicException('CRYPTO_CHECKOUT_WEBHOOK_SECRET needs whsec_ and the base64 of 24 to 64 bytes');
        }
        $keys[] = $key;
    }
    return $keys ?: throw new LogicException('CRYPTO_CHECKOUT_WEBHOOK_SECRET is not set');
}

/** Returns the verified event. $body is the raw body. @throws RuntimeException */
function verified_event(string $body, string $id, string $timestamp, string $signatures): array
{
    if (!ctype_digit($timestamp) || abs(time() - (float) $timestamp) > 300) {
        throw new RuntimeException('the timestamp is too old or too new');
    }
    foreach (webhook_keys() as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
    }
    throw new RuntimeException('the signature does not match the raw body and the secrets');
}

/** Normalizes decimal text, so that '49' equals '49.00'. Compare with ===: == compares floats. */
function plain_amount(string $amount): string
{
    [$whole, $part] = explode('.', "$amount.0");
    return ltrim($whole, '0') . '.' . rtrim($part, '0');
}

/** Handles an event. Call it in a transaction, and log what it returns after the commit. */
function fulfill(PDO $db, array $event): ?string
{
    ['id' => $id, 'type' => $type, 'testMode' => $testMode] = $event;
    if ($type === 'webhook.test' || isset($event['payout'])) {
        return null; // about no order
    }
    $order = $event['order'] ?? null;
    $about = $order['id'] ?? $event['customer'];
    $run = function (string $sql, string|int ...$values) use ($db): PDOStatement {
        $statement = $db->prepare($sql);
        $statement->execute($values);
        return $statement;
    };
    $review = function (string $reason) use ($run, $id, $about): ?string {
        $sql = 'insert into reviews (event_id, about, reason) values (?, ?, ?) on conflict do nothing';
        return $run($sql, $id, $about, $reason)->rowCount() === 1 ? "review $about: $reason" : null;
    };
    if ($testMode && getenv('CRYPTO_CHECKOUT_TEST_MODE') !== '1' && !str_ends_with($type, '.review_required')) {
        return "ignored $type of $about: it has testMode, and CRYPTO_CHECKOUT_TEST_MODE is not 1";
    }
    if (!$order) {
        return $review($type); // about a customer
    }
    if ($run('insert into handled (event_id) values (?) on conflict do nothing', $id)->rowCount() === 0) {
        return null; // delivered again
    }
    if (isset($event['reason'])) {
        return $review($event['reason']);
    }
    if ($event['invoice']) { // the money of the invoice as it stands; the amounts of an older event change nothing
        $invoice = $event['invoice'];
        $run(
            'insert into ledger
                (invoice_id, order_id, currency, received, applied, owed, reserved, refunded, dismissed, version)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                on conflict (invoice_id) do update set received = excluded.received, applied = excluded.applied,
                    owed = excluded.owed, reserved = excluded.reserved, refunded = excluded.refunded,
                    dismissed = excluded.dismissed, version = excluded.version
                where excluded.version >= ledger.version',
            $invoice['id'], $order['id'], $invoice['currency'],
            $invoice['received'], $invoice['applied'], $invoice['owed'],
            $invoice['reserved'], $invoice['refunded'], $invoice['dismissed'], $event['checkout']['version']
        );
    }
    $ship = function () use ($run, $review, $id, $order): ?string { // once, at its own price
        $sold = $run('select amount, currency from orders where id = ?', $order['id'])->fetch(PDO::FETCH_ASSOC);
        if (!$sold) {
            return $review('no such order was recorded');
        }
        $isPrice = $sold['currency'] === $order['currency']
            && plain_amount($sold['amount']) === plain_amount($order['amount']);
        if (!$isPrice) {
            return $review("{$order['amount']} {$order['currency']} is not the price of the order");
        }
        $sql = 'insert into fulfilled (order_id, event_id) values (?, ?) on conflict do nothing';
        if ($run($sql, $order['id'], $id)->rowCount() === 0) {
            return null; // already fulfilled
        }
        $run('insert into shipments (order_id) values (?)', $order['id']); // your fulfillment
        return "order {$order['id']} is paid";
    };
    $line = ($event['fulfill'] ?? false) === true ? $ship() : null;
    if (in_array($type, NOTHING_TO_DECIDE, true)) {
        return $line;
    }
    return implode('; ', array_filter([$line, $review($type)])) ?: null;
}

http_response_code(500); // until the event is stored: the proxy then delivers it again
$header = fn (string $name): string => $_SERVER['HTTP_WEBHOOK_' . $name] ?? '';
$body = file_get_contents('php://input', false, null, 0, MAX_BYTES + 1);
if (strlen($body) > MAX_BYTES || (int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > MAX_BYTES) {
    http_response_code(413);
    exit;
}
try {
    $event = verified_event($body, $header('ID'), $header('TIMESTAMP'), $header('SIGNATURE'));
} catch (RuntimeException $error) {
    http_response_code(400);
    exit($error->getMessage());
}
$db = new PDO('sqlite:shop.sqlite'); // your database
$db->exec(TABLES);
$db->beginTransaction();
$line = fulfill($db, $event);
$db->commit();
if ($line !== null) {
    error_log($line);
}
http_response_code(204);
