import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Conéctese en ${wallet}`,
  connectReason: (wallet) =>
    `${wallet} pregunta si esta página puede ver su cuenta. Con eso no se envía nada.`,
  allowSwitch: (network) => `Permita el cambio a ${network}`,
  switchReason: (wallet) => `${wallet} está en otra red. Le pregunta si quiere cambiar.`,
  allowAdd: (wallet, network) => `Permita que ${wallet} añada ${network}`,
  checking: 'Comprobando su cuenta',
  connected: 'Conectado',
  switchTo: (network) => `Cambiar a ${network}`,
  confirmPayment: 'Confirmar el pago',
  confirm: (wallet) => `Confirme en ${wallet}`,
  confirmReason: 'Compruebe que muestra esta cantidad y esta dirección, y confirme allí.',
  shouldShow: (wallet) => `${wallet} debería mostrar`,
  account: 'Su cuenta',
  noWindow: (wallet) => `¿No hay ventana? Abra ${wallet} desde la barra del navegador.`,
  otherWay: 'Pagar de otra forma',
  requestOpen: (wallet) =>
    `Puede que aún haya una solicitud abierta en ${wallet}. Rechácela allí primero para no pagar dos veces.`,
  back: (wallet) => `Volver a ${wallet}`,
  sentTitle: 'Pago enviado. Estamos atentos',
  sentText: (network) =>
    `${network} lo mostrará aquí pronto. Puede cerrar esta página. Por favor, no vuelva a enviar.`,
  sent: 'Enviado',
  proposedTitle: 'Faltan las demás firmas',
  proposedText: (wallet) =>
    `${wallet} enviará el pago cuando los demás lo confirmen allí. Por favor, no vuelva a enviar.`,
  unknownTitle: (wallet) => `${wallet} no responde`,
  unknownText: 'Si confirmó allí, lo veremos aquí. Por favor, no vuelva a enviar.',
  elsewhereTitle: 'Otra pantalla está usando una billetera',
  elsewhereText: 'Termine el pago allí. Si también paga aquí, pagará dos veces.',
  askedAt: 'Hora de la solicitud',
  notSent: 'No lo he enviado',
  payAgainReason:
    'No se ha visto nada en diez minutos. Si su billetera muestra que falló, puede pagar de nuevo.',
  payAgain: 'Pagar de nuevo',
  lookTitle: (wallet) => `Mire primero en ${wallet}`,
  lookText: 'Puede que el pago se haya enviado. Si envía de nuevo, podría pagar dos veces.',
  activity: (wallet) =>
    `${wallet} lo muestra en «Actividad». Pendiente cuenta como enviado. Solo fallido o rechazado significa que no se envió nada.`,
  keepWatching: 'Se envió: seguir esperando',
  showCode: 'No se envió: mostrar el código',
  shortCoin: (coin) => `No hay suficiente ${coin} en esta cuenta`,
  shortFee: (coin) => `Falta un poco de ${coin} para la comisión`,
  shortText: 'No se ha enviado nada. Use otra cuenta o pague con otra moneda.',
  payment: 'El pago',
  networkFee: 'Comisión de la red',
  youHave: (amount) => `Tiene ${amount}`,
  missing: (amount) => `Faltan ${amount}`,
  enough: 'suficiente',
  checkAgain: 'Comprobar de nuevo',
  tryAgain: (wallet) => `Reintentar con ${wallet}`,
  nothingSent: 'Solicitud cerrada. Nada enviado.',
  unanswered: (wallet) => `${wallet} no responde. No se ha enviado nada.`,
  timeOver: (wallet) =>
    `El tiempo para confirmar en ${wallet} ha terminado. Mire primero allí: si el pago se envió, no pague de nuevo.`,
  otherNetwork: (wallet, network) =>
    `No se ha enviado nada: ${wallet} sigue en otra red. Cámbiela allí a ${network} e inténtelo de nuevo.`,
  locked: (wallet) =>
    `No se ha enviado nada: ${wallet} no muestra ninguna cuenta. Desbloquéela e inténtelo de nuevo.`,
  busy: (wallet) => `Hay otra solicitud abierta en ${wallet}. Respóndala allí e inténtelo de nuevo.`,
  changed: 'No se ha enviado nada: la cuenta o la red cambió entretanto. Inténtelo de nuevo.',
  unsupported: (wallet) => `No se ha enviado nada: ${wallet} no puede hacer este pago. Escanee o copie.`,
  claimed: 'Desde aquí no se ha enviado nada: otra pantalla está pagando, o el pago ha cambiado.',
  offline: 'No se ha enviado nada: no hay conexión. Inténtelo de nuevo.',
};
