<?php
// php -S 127.0.0.1:3000 checkout_page.php, with order_token.php beside it
require __DIR__ . '/order_token.php';

const PROXY = 'http://127.0.0.1:4000/crypto-checkout'; // as this server reaches it
const ENDPOINT = '/crypto-checkout'; // as browsers reach it
const ORDER = ['A-1001', '49.00', 'EUR']; // id and price of your order

/** Stores an order with its price, which your webhook receiver compares. Call it before the order can be paid. */
function record_order(string $id, string $amount, string $currency): void
{
    $db = new PDO('sqlite:shop.sqlite'); // your database
    $db->exec('create table if not exists orders (id text primary key, amount text not null, currency text not null)');
    $db->prepare('insert into orders (id, amount, currency) values (?, ?, ?)
        on conflict (id) do update set amount = excluded.amount, currency = excluded.currency')
        ->execute([$id, $amount, $currency]);
}

/** Returns the HTML for head and body. If the proxy fails or is late, the tag alone: the page opens the checkout. */
function rendered_checkout(string $order): array
{
    $tag = [
        '<script type="module" src="' . ENDPOINT . '/elements.js"></script>',
        '<crypto-checkout endpoint="' . ENDPOINT . "\" order=\"$order\"></crypto-checkout>",
    ];
    $isRobot = preg_match('/bot|crawl|spider|preview/i', $_SERVER['HTTP_USER_AGENT'] ?? '');
    if ($isRobot || str_contains($_SERVER['HTTP_SEC_PURPOSE'] ?? '', 'prefetch')) {
        return $tag; // no payer needs the checkout yet
    }
    $request = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => 'content-type: application/json',
        'content' => json_encode(['order' => $order, 'level' => 'shell', 'locale' => 'en', 'endpoint' => ENDPOINT]),
        'timeout' => 1, // second
    ]]);
    $rendered = json_decode(@file_get_contents(PROXY . '/render', false, $request) ?: '', true);
    if (isset($rendered['head'], $rendered['html'])) {
        return [$rendered['head'], $rendered['html']];
    }
    error_log('checkout not rendered: ' . (error_get_last()['message'] ?? 'no HTML'));
    return $tag;
}

record_order(...ORDER);
[$head, $html] = rendered_checkout(order_token(...ORDER));
header('cache-control: private, no-store'); // the page belongs to one payer
?>
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order A-1001</title>
<link rel="icon" href="data:,">
<?= $head ?>
<?= $html ?>
