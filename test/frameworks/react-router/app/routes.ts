import { route, type RouteConfig } from '@react-router/dev/routes';

export default [
  route('crypto-checkout/*', 'routes/crypto-checkout.ts'),
  route('orders/:id', 'routes/order.tsx'),
] satisfies RouteConfig;
