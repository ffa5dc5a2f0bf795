import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Connectez-vous dans ${wallet}`,
  connectReason: (wallet) => `${wallet} demande si cette page peut voir votre compte. Cela n’envoie rien.`,
  allowSwitch: (network) => `Autorisez le passage à ${network}`,
  switchReason: (wallet) => `${wallet} est réglé sur un autre réseau. Il vous demande s’il doit en changer.`,
  allowAdd: (wallet, network) => `Autorisez ${wallet} à ajouter ${network}`,
  checking: 'Nous vérifions votre compte',
  connected: 'Connecté',
  switchTo: (network) => `Passer à ${network}`,
  confirmPayment: 'Confirmer le paiement',
  confirm: (wallet) => `Confirmez dans ${wallet}`,
  confirmReason: 'Vérifiez qu’il affiche ce montant et cette adresse, puis confirmez là-bas.',
  shouldShow: (wallet) => `${wallet} devrait afficher`,
  account: 'Votre compte',
  noWindow: (wallet) => `Pas de fenêtre ? Ouvrez ${wallet} depuis la barre du navigateur.`,
  otherWay: 'Payer autrement',
  requestOpen: (wallet) =>
    `Une demande est peut-être encore ouverte dans ${wallet}. Refusez-la d’abord là-bas, pour ne pas payer deux fois.`,
  back: (wallet) => `Retour à ${wallet}`,
  sentTitle: 'Envoyé. Nous guettons l’arrivée',
  sentText: (network) =>
    `${network} l’affichera bientôt ici. Vous pouvez fermer cette page. Veuillez ne pas envoyer de nouveau.`,
  sent: 'Envoyé',
  proposedTitle: 'En attente des autres signataires',
  proposedText: (wallet) =>
    `${wallet} enverra le paiement quand les autres l’auront confirmé là-bas. Veuillez ne pas envoyer de nouveau.`,
  unknownTitle: (wallet) => `Pas de réponse de ${wallet}`,
  unknownText: 'Si vous y avez confirmé, nous le verrons ici. Veuillez ne pas envoyer de nouveau.',
  elsewhereTitle: 'Un autre écran sollicite un portefeuille',
  elsewhereText: 'Terminez le paiement là-bas. Si vous payez aussi ici, vous payez deux fois.',
  askedAt: 'Heure de la demande',
  notSent: 'Je n’ai rien envoyé',
  payAgainReason:
    'Rien n’a été vu depuis dix minutes. Si votre portefeuille indique un échec, vous pouvez payer à nouveau.',
  payAgain: 'Payer à nouveau',
  lookTitle: (wallet) => `Regardez d’abord dans ${wallet}`,
  lookText:
    'Le paiement a peut-être été envoyé. Si vous envoyez de nouveau, vous risquez de payer deux fois.',
  activity: (wallet) =>
    `${wallet} l’affiche sous « Activité ». En attente veut dire envoyé. Seul un échec ou un refus veut dire que rien n’a été envoyé.`,
  keepWatching: 'C’est envoyé : continuer à guetter',
  showCode: 'Rien d’envoyé : afficher le code',
  shortCoin: (coin) => `Pas assez de ${coin} sur ce compte`,
  shortFee: (coin) => `Il manque un peu de ${coin} pour les frais`,
  shortText: 'Rien n’a été envoyé. Utilisez un autre compte ou une autre crypto.',
  payment: 'Le paiement',
  networkFee: 'Frais de réseau',
  youHave: (amount) => `Vous avez ${amount}`,
  missing: (amount) => `Il manque ${amount}`,
  enough: 'suffisant',
  checkAgain: 'Vérifier à nouveau',
  tryAgain: (wallet) => `Réessayer avec ${wallet}`,
  nothingSent: 'Demande fermée. Rien n’a été envoyé.',
  unanswered: (wallet) => `Pas de réponse de ${wallet}. Rien n’a été envoyé.`,
  timeOver: (wallet) =>
    `Le délai pour confirmer dans ${wallet} est écoulé. Vérifiez-y d’abord : si le paiement a été envoyé, ne payez pas de nouveau.`,
  otherNetwork: (wallet, network) =>
    `Rien n’a été envoyé : ${wallet} est resté sur un autre réseau. Passez-y à ${network}, puis réessayez.`,
  locked: (wallet) =>
    `Rien n’a été envoyé : ${wallet} n’indique aucun compte. Déverrouillez-le, puis réessayez.`,
  busy: (wallet) => `Une autre demande est ouverte dans ${wallet}. Répondez-y, puis réessayez.`,
  changed: 'Rien n’a été envoyé : le compte ou le réseau a changé entre-temps. Réessayez.',
  unsupported: (wallet) =>
    `Rien n’a été envoyé : ${wallet} ne peut pas faire ce paiement. Scannez ou copiez.`,
  claimed: 'Rien n’a été envoyé d’ici : un autre écran est en train de payer, ou le paiement a changé.',
  offline: 'Rien n’a été envoyé : pas de connexion. Réessayez.',
};
