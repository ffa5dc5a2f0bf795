// Goes on with a payment that was begun on another device. The part of an address behind `#` is sent to no server and
// stands in no log; whoever has it may see and pay this checkout.
const checkout = document.querySelector('crypto-checkout');

function goOn() {
  checkout.setAttribute('checkout', decoded(location.hash.slice(1)));
}

/** An address that was cut in the middle of a letter is shown as one that leads nowhere. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

window.addEventListener('hashchange', goOn);
goOn();
