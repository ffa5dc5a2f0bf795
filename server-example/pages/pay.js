// Continues a payment from another device. Browsers do not send the part of a URL after `#`, so it appears in no log: anyone
// who has it can view and pay the checkout.
const checkout = document.querySelector('crypto-checkout');

function openCheckout() {
  checkout.setAttribute('checkout', decoded(location.hash.slice(1)));
}

/** A URL that was truncated within an escape sequence is not decoded. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

window.addEventListener('hashchange', openCheckout);
openCheckout();
