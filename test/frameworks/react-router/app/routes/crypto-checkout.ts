import { handleCheckout } from '../checkout-proxy.server';
import type { Route } from './+types/crypto-checkout';

const handle = ({ request }: Route.LoaderArgs | Route.ActionArgs) => handleCheckout(request);

export { handle as loader, handle as action };
