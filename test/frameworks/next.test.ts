import { it } from 'node:test';
import { payOrder, startShop } from './framework-shop.js';
import { NEXT, START } from './next-project.js';
import { testPaidProject } from './paid-project.js';

testPaidProject('Next.js', { ...NEXT, typed: true }, START, (project) => {
  it('renders and hydrates without a warning in development too, where React explains them', async (t) => {
    const shop = await startShop({
      folder: project.folder(),
      args: ['node_modules/next/dist/bin/next', 'dev', '--hostname', '127.0.0.1'],
      // The other server had a sandbox of its own, and left its invoices in the default file.
      variables: { NODE_ENV: 'development', CRYPTO_CHECKOUT_STORE: 'development.sqlite' },
    });
    t.after(shop.stop);
    // Tools for development need more than a policy allows.
    await payOrder(project.browser(), shop, 'A-1002', { policy: false });
  });
});
