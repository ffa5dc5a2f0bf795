import { checkoutProxy } from '../../../checkout-proxy';

// Name of the header in which your load balancer writes the client's address, such as x-real-ip. A client can forge any
// other header.
const { CLIENT_ADDRESS_HEADER } = process.env;

async function handle(request: Request) {
  const clientAddress = (CLIENT_ADDRESS_HEADER && request.headers.get(CLIENT_ADDRESS_HEADER)) || undefined;
  return (await checkoutProxy()).fetch(request, { clientAddress });
}

export { handle as GET, handle as POST };
