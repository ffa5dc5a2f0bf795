// Goes on with a payment that was begun on another device. The part of an address behind `#` is sent to no server and
// stands in no log; whoever has it may see and pay this checkout.
const checkout = document.querySelector('crypto-checkout');

function goOn() {
  checkout.setAttribute('checkout', decodeURIComponent(location.hash.slice(1)));
}

window.addEventListener('hashchange', goOn);
goOn();
