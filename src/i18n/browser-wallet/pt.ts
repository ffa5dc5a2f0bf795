import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Conecte-se em ${wallet}`,
  connectReason: (wallet) =>
    `${wallet} pergunta se esta página pode ver a sua conta. Com isso nada é enviado.`,
  allowSwitch: (network) => `Permita a mudança para ${network}`,
  switchReason: (wallet) => `${wallet} está em outra rede. Pergunta se você quer mudar.`,
  allowAdd: (wallet, network) => `Permita que ${wallet} adicione ${network}`,
  checking: 'Verificando a sua conta',
  connected: 'Conectado',
  switchTo: (network) => `Mudar para ${network}`,
  confirmPayment: 'Confirmar o pagamento',
  confirm: (wallet) => `Confirme em ${wallet}`,
  confirmReason: 'Verifique se mostra este valor e este endereço e confirme lá.',
  shouldShow: (wallet) => `${wallet} deve mostrar`,
  account: 'Sua conta',
  noWindow: (wallet) => `Sem janela? Abra ${wallet} na barra do navegador.`,
  otherWay: 'Pagar de outra forma',
  requestOpen: (wallet) =>
    `Ainda pode haver uma solicitação aberta em ${wallet}. Recuse-a lá primeiro, para não pagar duas vezes.`,
  back: (wallet) => `Voltar para ${wallet}`,
  sentTitle: 'Enviado. Estamos acompanhando',
  sentText: (network) =>
    `${network} vai mostrá-lo aqui em breve. Você pode fechar esta página. Por favor, não envie de novo.`,
  sent: 'Enviado',
  proposedTitle: 'Faltam os outros signatários',
  proposedText: (wallet) =>
    `${wallet} envia o pagamento quando os outros confirmarem lá. Por favor, não envie de novo.`,
  unknownTitle: (wallet) => `${wallet} não respondeu`,
  unknownText: 'Se você confirmou lá, veremos aqui. Por favor, não envie de novo.',
  elsewhereTitle: 'Outra tela está usando uma carteira',
  elsewhereText: 'Conclua o pagamento lá. Se pagar aqui também, você paga duas vezes.',
  askedAt: 'Hora da solicitação',
  notSent: 'Eu não enviei',
  payAgainReason:
    'Nada foi visto em dez minutos. Se a sua carteira mostra que falhou, você pode pagar de novo.',
  payAgain: 'Pagar de novo',
  lookTitle: (wallet) => `Olhe primeiro em ${wallet}`,
  lookText: 'O pagamento pode ter sido enviado. Se enviar de novo, você pode acabar pagando duas vezes.',
  activity: (wallet) =>
    `${wallet} o mostra em “Atividade”. Pendente conta como enviado. Só “falhou” ou “recusado” significa que nada foi enviado.`,
  keepWatching: 'Foi enviado: continuar acompanhando',
  showCode: 'Nada foi enviado: mostrar o código',
  shortCoin: (coin) => `Não há ${coin} suficiente nesta conta`,
  shortFee: (coin) => `Falta um pouco de ${coin} para a taxa`,
  shortText: 'Nada foi enviado. Use outra conta ou outra moeda.',
  payment: 'O pagamento',
  networkFee: 'Taxa da rede',
  youHave: (amount) => `Você tem ${amount}`,
  missing: (amount) => `Faltam ${amount}`,
  enough: 'suficiente',
  checkAgain: 'Verificar de novo',
  tryAgain: (wallet) => `Tentar de novo com ${wallet}`,
  nothingSent: 'Encerrada. Nada foi enviado.',
  unanswered: (wallet) => `${wallet} não respondeu. Nada foi enviado.`,
  timeOver: (wallet) =>
    `O prazo em ${wallet} acabou. Verifique lá primeiro: se o pagamento foi enviado, não pague de novo.`,
  otherNetwork: (wallet, network) =>
    `Nada foi enviado: ${wallet} continuou em outra rede. Mude lá para ${network} e tente de novo.`,
  locked: (wallet) => `Nada foi enviado: ${wallet} não mostra nenhuma conta. Desbloqueie e tente de novo.`,
  busy: (wallet) => `Há outra solicitação aberta em ${wallet}. Responda lá e tente de novo.`,
  changed: 'Nada foi enviado: a conta ou a rede mudou nesse meio-tempo. Tente de novo.',
  unsupported: (wallet) =>
    `Nada foi enviado: ${wallet} não consegue fazer este pagamento. Escaneie ou copie.`,
  claimed: 'Nada foi enviado daqui: outra tela está pagando, ou o pagamento mudou.',
  offline: 'Nada foi enviado: não há conexão. Tente de novo.',
};
