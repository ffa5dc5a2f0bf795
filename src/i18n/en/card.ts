import { plural } from '../plural.js';

/** The card while a currency is chosen: all that a page loads at first. */
export const card = {
  lang: 'en',

  card: 'Pay with crypto',
  order: (id: string) => `Order ${id}`,
  total: 'Total',
  testMode: 'Test mode',
  help: 'Help',
  language: 'Language',
  loading: 'Opening your payment…',
  opening: 'Opening…',
  close: 'Close',

  choose: 'How would you like to pay?',
  search: 'Search coin or network',
  clearSearch: 'Clear search',
  coins: 'Coins',
  recent: 'Recent',
  usedLast: 'Last used',
  results: 'Search results',
  stablecoins: 'Stablecoins',
  otherCoins: 'Other coins',
  networkCount: (count: number) => `${count} networks`,
  coinOnNetwork: (coin: string, network: string) => `${coin} on ${network}`,
  unavailable: 'Not available right now',
  nothingToChoose: 'No coins are available right now. Please try again later.',
  chooseNetwork: (coin: string) => `${coin} on which network?`,
  chooseNetworkReason: 'Choose the network your wallet or exchange sends on. The address works only there.',
  fees: { low: 'Low fee', medium: 'Medium fee', varying: 'Fee varies' },
  feesAreTypical: 'Typical fees and times. Your wallet shows the exact fee.',
  backToCoins: 'Back to coins',
  backToPayment: 'Back to the payment',
  nothingMatches: (query: string) => `No results for “${query}”.`,
  shopAccepts: (coins: number, networks: number) =>
    `This shop accepts ${plural('en', { one: '# coin', other: '# coins' })(coins)} on ${plural('en', { one: '# network', other: '# networks' })(networks)}.`,
  matches: (count: number, of: number, query: string) => `${count} of ${of} match “${query}”.`,
  showAll: 'Show all',
  priceFixedOnChoice: 'The price is fixed when you choose.',
  chooseCoin: 'Choose a coin',
  chooseFirst: 'Choose a coin and network.',
  notOffered: (coin: string) => `${coin} is not available right now. Choose another coin or network.`,

  gettingAddress: 'Getting your payment address…',
  changeNote:
    'If you change the coin or network, you get a new address. Do not send to the old one then. We keep monitoring it, so a payment already on its way is not lost.',

  notLoaded: 'This could not be loaded. Please try again.',

  hostedPage: 'Open payment page',
  contactShop: 'Contact shop',
  tryAgain: 'Try again',
  reloadPage: 'Reload the page',
  tryNow: 'Try now',

  lastChecked: (time: string) => `Last checked ${time}.`,
  trouble: 'Connection problem.',
  paymentSafe: 'Your payment is safe.',
  nothingLost: 'Nothing is lost. We will check again.',
};
