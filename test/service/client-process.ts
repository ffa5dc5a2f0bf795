import { createServiceClient, ServiceError } from '../../src/service/node.js';

/** Calls the service once in a separate process, since trusted certificates are set at its start. Argument: `url`. */
const [url = ''] = process.argv.slice(2);
const client = createServiceClient({ url, apiKey: 'k3y-that-must-stay-here', shopId: 'shop-1', attempts: 1 });

const result = await client.balances().then(
  (balances) => `${balances.length} balances`,
  (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
);
process.stdout.write(result);
