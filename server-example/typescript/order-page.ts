import 'crypto-checkout/define/crypto-checkout';

export function showOrder(order: string) {
  document.body.innerHTML = '<crypto-checkout></crypto-checkout><output></output>';
  document.querySelector('crypto-checkout')?.setAttribute('order', order);
  document.addEventListener('crypto-paid', ({ detail }) => {
    const output = document.querySelector('output');
    if (output) output.textContent = `The page heard that ${detail.orderId} is paid`;
  });
}
