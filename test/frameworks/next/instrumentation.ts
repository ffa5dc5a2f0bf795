// Starts the proxy with the server: after a restart it polls open invoices before any page is requested.
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { checkoutProxy } = await import('./checkout-proxy');
  await checkoutProxy();
}
