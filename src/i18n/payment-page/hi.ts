import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
  openUntil: (time) => `${time} तक खुला`,
  share: 'किसी दूसरे डिवाइस पर भुगतान करें',
  shareText: 'यह कोड यह पेज खोलता है, वॉलेट नहीं। जिसके पास भी लिंक है, वह ऑर्डर देख सकता है और उसका भुगतान कर सकता है।',
  pageCode: 'इस पेज के पते वाला QR कोड',
  print: 'प्रिंट करें',
  scan: 'अपने फ़ोन के कैमरे से स्कैन करें',
  scanText: 'पेज वहाँ खुलेगा। कॉइन चुनें और अपने वॉलेट से भुगतान करें। कॉइन में राशि आपके चुनते ही तय हो जाती है।',
  questions: 'ऑर्डर के बारे में कोई सवाल है?',
  imprint: 'कानूनी जानकारी',
  ended: 'इस भुगतान लिंक की अवधि समाप्त हो गई है',
  wasOpenUntil: (time) => `यह ${time} तक खुला था।`,
  unknown: 'हम इस लिंक को नहीं पहचानते',
  unknownText: 'हो सकता है कि यह अधूरा हो। इसे संदेश से फिर से खोलें, या कोड फिर से स्कैन करें।',
  refundNeedsScript: 'इस पेज पर माँगने के लिए JavaScript चालू करें, या दुकान से संपर्क करें।',
};
