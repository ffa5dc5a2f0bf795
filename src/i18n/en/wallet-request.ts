/** While a wallet in the browser is asked for the payment; loaded with that screen. */
export const walletRequest = {
  connect: (wallet: string) => `Connect in ${wallet}`,
  connectReason: (wallet: string) =>
    `${wallet} asks whether this page may see your account. Nothing is sent by that.`,
  allowSwitch: (network: string) => `Allow the switch to ${network}`,
  switchReason: (wallet: string) => `${wallet} is set to another network. It asks you whether to switch.`,
  allowAdd: (wallet: string, network: string) => `Allow ${wallet} to add ${network}`,
  checking: 'Checking your account',
  connected: 'Connected',
  switchTo: (network: string) => `Switch to ${network}`,
  confirmPayment: 'Confirm the payment',
  confirm: (wallet: string) => `Confirm in ${wallet}`,
  confirmReason: 'Check that it shows this amount and this address, then confirm there.',
  shouldShow: (wallet: string) => `${wallet} should show`,
  account: 'Your account',
  networkFee: 'Network fee',
  noWindow: (wallet: string) => `No window? Open ${wallet} from the browser’s toolbar.`,
  otherWay: 'Pay another way',
};
