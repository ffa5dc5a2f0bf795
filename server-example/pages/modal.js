// The shop's own button opens the checkout as a dialog.
const checkout = document.querySelector('crypto-checkout');
const button = document.querySelector('[data-pay]');
const note = document.querySelector('[data-note]');

button.addEventListener('click', () => {
  checkout.open = true;
});

for (const type of ['crypto-paid', 'crypto-overpaid']) {
  checkout.addEventListener(type, () => {
    note.textContent = 'Paid. We have sent you an email with all details.';
    button.textContent = 'Show the receipt';
  });
}
