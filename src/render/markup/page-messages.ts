import type { CATALOGS } from '../../i18n/languages.js';

/** What the payment page says beside the messages of the elements. No element loads them. */
export interface PageMessages {
  readonly openUntil: (time: string) => string;
  readonly share: string;
  readonly shareText: string;
  readonly pageCode: string;
  readonly print: string;
  readonly scan: string;
  readonly scanText: string;
  readonly questions: string;
  readonly imprint: string;
  readonly ended: string;
  readonly wasOpenUntil: (time: string) => string;
  readonly unknown: string;
  readonly unknownText: string;
}

export const PAGE_MESSAGES: Readonly<Record<'en' | keyof typeof CATALOGS, PageMessages>> = {
  'en': {
    openUntil: (time) => `Open until ${time}`,
    share: 'Pay on another device',
    shareText:
      'This code opens this page, not a wallet. Anyone who has the link can see the order and pay it.',
    pageCode: 'QR code with the address of this page',
    print: 'Print',
    scan: 'Scan with your phone’s camera',
    scanText:
      'The page opens there. Choose a coin and pay from your wallet. The amount in coins is fixed when you choose.',
    questions: 'Questions about the order?',
    imprint: 'Legal notice',
    ended: 'This payment link has ended',
    wasOpenUntil: (time) => `It was open until ${time}.`,
    unknown: 'We do not know this link',
    unknownText: 'It may be incomplete. Open it again from the message, or scan the code again.',
  },
  'id': {
    openUntil: (time) => `Terbuka sampai ${time}`,
    share: 'Bayar di perangkat lain',
    shareText:
      'Kode ini membuka halaman ini, bukan dompet. Siapa pun yang memiliki tautannya dapat melihat dan membayar pesanan ini.',
    pageCode: 'Kode QR dengan alamat halaman ini',
    print: 'Cetak',
    scan: 'Pindai dengan kamera ponsel Anda',
    scanText:
      'Halaman ini terbuka di sana. Pilih koin dan bayar dari dompet Anda. Jumlah koin dikunci saat Anda memilih.',
    questions: 'Ada pertanyaan tentang pesanan ini?',
    imprint: 'Informasi hukum',
    ended: 'Tautan pembayaran ini telah berakhir',
    wasOpenUntil: (time) => `Tautan ini terbuka sampai ${time}.`,
    unknown: 'Kami tidak mengenali tautan ini',
    unknownText: 'Mungkin tautannya tidak lengkap. Buka lagi dari pesan, atau pindai kodenya lagi.',
  },
  'de': {
    openUntil: (time) => `Offen bis ${time}`,
    share: 'Auf einem anderen Gerät bezahlen',
    shareText:
      'Dieser Code öffnet diese Seite, keine Wallet. Jeder, der den Link hat, kann die Bestellung sehen und bezahlen.',
    pageCode: 'QR-Code mit der Adresse dieser Seite',
    print: 'Drucken',
    scan: 'Mit der Handykamera scannen',
    scanText:
      'Dort öffnet sich die Seite. Wählen Sie einen Coin und bezahlen Sie mit Ihrer Wallet. Der Betrag in Coins wird mit Ihrer Auswahl festgelegt.',
    questions: 'Fragen zur Bestellung?',
    imprint: 'Impressum',
    ended: 'Dieser Zahlungslink ist abgelaufen',
    wasOpenUntil: (time) => `Er war offen bis ${time}.`,
    unknown: 'Wir kennen diesen Link nicht',
    unknownText:
      'Vielleicht ist er unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht, oder scannen Sie den Code noch einmal.',
  },
  'es': {
    openUntil: (time) => `Abierto hasta: ${time}`,
    share: 'Pagar en otro dispositivo',
    shareText:
      'Este código abre esta página, no una billetera. Cualquiera que tenga el enlace puede ver el pedido y pagarlo.',
    pageCode: 'Código QR con la dirección de esta página',
    print: 'Imprimir',
    scan: 'Escanee con la cámara de su teléfono',
    scanText:
      'La página se abre allí. Elija una moneda y pague desde su billetera. El importe en esa moneda se fija cuando usted elige.',
    questions: '¿Preguntas sobre el pedido?',
    imprint: 'Aviso legal',
    ended: 'Este enlace de pago ha vencido',
    wasOpenUntil: (time) => `Estuvo abierto hasta: ${time}.`,
    unknown: 'No conocemos este enlace',
    unknownText: 'Puede estar incompleto. Ábralo de nuevo desde el mensaje o escanee el código otra vez.',
  },
  'fr': {
    openUntil: (time) => `Ouvert jusqu’au ${time}`,
    share: 'Payer sur un autre appareil',
    shareText:
      'Ce code ouvre cette page, pas un portefeuille. Toute personne qui a le lien peut voir la commande et la payer.',
    pageCode: 'Code QR avec l’adresse de cette page',
    print: 'Imprimer',
    scan: 'Scannez avec l’appareil photo de votre téléphone',
    scanText:
      'La page s’y ouvre. Choisissez une crypto et payez depuis votre portefeuille. Le montant en crypto est fixé au moment de votre choix.',
    questions: 'Des questions sur la commande ?',
    imprint: 'Mentions légales',
    ended: 'Ce lien de paiement a expiré',
    wasOpenUntil: (time) => `Il était ouvert jusqu’au ${time}.`,
    unknown: 'Nous ne connaissons pas ce lien',
    unknownText:
      'Il est peut-être incomplet. Ouvrez-le à nouveau depuis le message, ou scannez à nouveau le code.',
  },
  'it': {
    openUntil: (time) => `Aperto fino a: ${time}`,
    share: 'Paga su un altro dispositivo',
    shareText:
      'Questo codice apre questa pagina, non un wallet. Chiunque abbia il link può vedere l’ordine e pagarlo.',
    pageCode: 'Codice QR con l’indirizzo di questa pagina',
    print: 'Stampa',
    scan: 'Scansiona con la fotocamera del telefono',
    scanText:
      'La pagina si apre lì. Scegli una moneta e paga dal tuo wallet. L’importo in quella moneta viene fissato quando scegli.',
    questions: 'Domande sull’ordine?',
    imprint: 'Note legali',
    ended: 'Questo link di pagamento è scaduto',
    wasOpenUntil: (time) => `Era aperto fino a: ${time}.`,
    unknown: 'Non conosciamo questo link',
    unknownText: 'Potrebbe essere incompleto. Aprilo di nuovo dal messaggio o scansiona di nuovo il codice.',
  },
  'uz': {
    openUntil: (time) => `Ochiq: ${time} gacha`,
    share: 'Boshqa qurilmada toʻlash',
    shareText:
      'Bu kod hamyonni emas, shu sahifani ochadi. Havolaga ega har kim buyurtmani koʻrishi va toʻlashi mumkin.',
    pageCode: 'Shu sahifa manzili yozilgan QR-kod',
    print: 'Chop etish',
    scan: 'Telefon kamerasi bilan skanerlang',
    scanText:
      'Sahifa u yerda ochiladi. Koinni tanlang va hamyoningizdan toʻlang. Summa koinda siz tanlaganingizda qatʼiy belgilanadi.',
    questions: 'Buyurtma haqida savollar bormi?',
    imprint: 'Huquqiy maʼlumot',
    ended: 'Bu toʻlov havolasining muddati tugagan',
    wasOpenUntil: (time) => `U ${time} gacha ochiq edi.`,
    unknown: 'Biz bu havolani tanimaymiz',
    unknownText: 'U toʻliq boʻlmasligi mumkin. Uni xabardan qayta oching yoki kodni qayta skanerlang.',
  },
  'pl': {
    openUntil: (time) => `Otwarte do ${time}`,
    share: 'Zapłać na innym urządzeniu',
    shareText:
      'Ten kod otwiera tę stronę, a nie portfel. Każdy, kto ma link, może zobaczyć zamówienie i je opłacić.',
    pageCode: 'Kod QR z adresem tej strony',
    print: 'Drukuj',
    scan: 'Zeskanuj aparatem telefonu',
    scanText:
      'Strona otworzy się w telefonie. Wybierz walutę i zapłać ze swojego portfela. Kwota w tej walucie zostanie ustalona, gdy ją wybierzesz.',
    questions: 'Pytania dotyczące zamówienia?',
    imprint: 'Informacje prawne',
    ended: 'Ten link do płatności wygasł',
    wasOpenUntil: (time) => `Był otwarty do ${time}.`,
    unknown: 'Nie znamy tego linku',
    unknownText: 'Może być niekompletny. Otwórz go ponownie z wiadomości albo zeskanuj kod jeszcze raz.',
  },
  'pt': {
    openUntil: (time) => `Aberto até ${time}`,
    share: 'Pagar em outro dispositivo',
    shareText:
      'Este código abre esta página, não uma carteira. Qualquer pessoa com o link pode ver o pedido e pagá-lo.',
    pageCode: 'Código QR com o endereço desta página',
    print: 'Imprimir',
    scan: 'Leia com a câmera do celular',
    scanText:
      'A página abre no celular. Escolha uma moeda e pague com a sua carteira. O valor nessa moeda é fixado quando você escolhe.',
    questions: 'Dúvidas sobre o pedido?',
    imprint: 'Informações legais',
    ended: 'Este link de pagamento expirou',
    wasOpenUntil: (time) => `Ele ficou aberto até ${time}.`,
    unknown: 'Não conhecemos este link',
    unknownText: 'Ele pode estar incompleto. Abra-o de novo pela mensagem ou leia o código outra vez.',
  },
  'vi': {
    openUntil: (time) => `Mở đến ${time}`,
    share: 'Thanh toán trên thiết bị khác',
    shareText:
      'Mã này mở trang này, không mở ví. Bất kỳ ai có liên kết đều có thể xem và thanh toán đơn hàng.',
    pageCode: 'Mã QR chứa địa chỉ của trang này',
    print: 'In',
    scan: 'Quét bằng camera điện thoại',
    scanText:
      'Trang sẽ mở ở đó. Hãy chọn một coin và thanh toán từ ví của bạn. Số tiền bằng coin được chốt khi bạn chọn.',
    questions: 'Có câu hỏi về đơn hàng?',
    imprint: 'Thông tin pháp lý',
    ended: 'Liên kết thanh toán này đã hết hạn',
    wasOpenUntil: (time) => `Liên kết đã mở đến ${time}.`,
    unknown: 'Chúng tôi không nhận ra liên kết này',
    unknownText: 'Liên kết có thể không đầy đủ. Hãy mở lại từ tin nhắn hoặc quét lại mã.',
  },
  'tr': {
    openUntil: (time) => `Şu zamana kadar açık: ${time}`,
    share: 'Başka bir cihazda ödeyin',
    shareText:
      'Bu kod bir cüzdanı değil, bu sayfayı açar. Bağlantıya sahip olan herkes siparişi görebilir ve ödeyebilir.',
    pageCode: 'Bu sayfanın adresini içeren QR kodu',
    print: 'Yazdır',
    scan: 'Telefonunuzun kamerasıyla tarayın',
    scanText:
      'Sayfa telefonda açılır. Bir kripto para seçin ve cüzdanınızdan ödeyin. Kripto para tutarı, seçtiğinizde sabitlenir.',
    questions: 'Siparişle ilgili sorularınız mı var?',
    imprint: 'Yasal bilgiler',
    ended: 'Bu ödeme bağlantısının süresi doldu',
    wasOpenUntil: (time) => `Şu zamana kadar açıktı: ${time}.`,
    unknown: 'Bu bağlantıyı tanımıyoruz',
    unknownText: 'Eksik olabilir. Mesajdan yeniden açın veya kodu yeniden tarayın.',
  },
  'kk': {
    openUntil: (time) => `Мына уақытқа дейін ашық: ${time}`,
    share: 'Басқа құрылғыда төлеу',
    shareText:
      'Бұл код әмиянды емес, осы бетті ашады. Сілтемесі бар кез келген адам тапсырысты көріп, төлей алады.',
    pageCode: 'Осы беттің мекенжайы бар QR-код',
    print: 'Басып шығару',
    scan: 'Телефон камерасымен сканерлеңіз',
    scanText:
      'Бет сонда ашылады. Монетаны таңдап, әмияныңыздан төлеңіз. Монетамен есептелген сома сіз таңдаған кезде бекітіледі.',
    questions: 'Тапсырыс туралы сұрақтарыңыз бар ма?',
    imprint: 'Құқықтық ақпарат',
    ended: 'Бұл төлем сілтемесінің мерзімі аяқталды',
    wasOpenUntil: (time) => `Ол мына уақытқа дейін ашық болды: ${time}.`,
    unknown: 'Біз бұл сілтемені танымаймыз',
    unknownText: 'Ол толық болмауы мүмкін. Оны хабарламадан қайта ашыңыз немесе кодты қайта сканерлеңіз.',
  },
  'ru': {
    openUntil: (time) => `Открыто до ${time}`,
    share: 'Оплатить на другом устройстве',
    shareText:
      'Этот код открывает эту страницу, а не кошелёк. Любой, у кого есть ссылка, может увидеть и оплатить заказ.',
    pageCode: 'QR-код с адресом этой страницы',
    print: 'Печать',
    scan: 'Отсканируйте камерой телефона',
    scanText:
      'Страница откроется там. Выберите монету и оплатите из своего кошелька. Сумма в монетах фиксируется в момент выбора.',
    questions: 'Вопросы по заказу?',
    imprint: 'Правовая информация',
    ended: 'Срок действия этой платёжной ссылки истёк',
    wasOpenUntil: (time) => `Она действовала до ${time}.`,
    unknown: 'Мы не знаем этой ссылки',
    unknownText: 'Возможно, она неполная. Откройте её ещё раз из сообщения или отсканируйте код ещё раз.',
  },
  'uk': {
    openUntil: (time) => `Відкрито до ${time}`,
    share: 'Оплатити на іншому пристрої',
    shareText:
      'Цей код відкриває цю сторінку, а не гаманець. Будь-хто, у кого є посилання, може побачити й оплатити замовлення.',
    pageCode: 'QR-код з адресою цієї сторінки',
    print: 'Друк',
    scan: 'Відскануйте камерою телефону',
    scanText:
      'Сторінка відкриється там. Виберіть монету й оплатіть зі свого гаманця. Сума в монетах фіксується в момент вибору.',
    questions: 'Запитання щодо замовлення?',
    imprint: 'Правова інформація',
    ended: 'Термін дії цього платіжного посилання минув',
    wasOpenUntil: (time) => `Воно діяло до ${time}.`,
    unknown: 'Ми не знаємо цього посилання',
    unknownText: 'Можливо, воно неповне. Відкрийте його ще раз із повідомлення або відскануйте код ще раз.',
  },
  'ar': {
    openUntil: (time) => `مفتوح حتى ${time}`,
    share: 'الدفع على جهاز آخر',
    shareText: 'يفتح هذا الرمز هذه الصفحة وليس محفظة. يستطيع كل من لديه الرابط رؤية الطلب ودفعه.',
    pageCode: 'رمز QR فيه عنوان هذه الصفحة',
    print: 'طباعة',
    scan: 'امسح الرمز بكاميرا هاتفك',
    scanText: 'تُفتح الصفحة هناك. اختر عملة وادفع من محفظتك. يُثبَّت المبلغ بالعملة عند اختيارك.',
    questions: 'هل لديك أسئلة عن الطلب؟',
    imprint: 'إشعار قانوني',
    ended: 'انتهت صلاحية رابط الدفع هذا',
    wasOpenUntil: (time) => `كان مفتوحًا حتى ${time}.`,
    unknown: 'لا نعرف هذا الرابط',
    unknownText: 'ربما يكون غير مكتمل. افتحه مرة أخرى من الرسالة، أو امسح الرمز مرة أخرى.',
  },
  'fa': {
    openUntil: (time) => `باز تا ${time}`,
    share: 'پرداخت در دستگاهی دیگر',
    shareText:
      'این کد همین صفحه را باز می‌کند، نه کیف پول را. هر کس این لینک را داشته باشد می‌تواند سفارش را ببیند و پرداخت کند.',
    pageCode: 'کد QR با نشانی این صفحه',
    print: 'چاپ',
    scan: 'با دوربین گوشی اسکن کنید',
    scanText:
      'صفحه در گوشی باز می‌شود. یک رمزارز انتخاب کنید و از کیف پول خود پرداخت کنید. مبلغ رمزارز هنگام انتخاب شما ثابت می‌شود.',
    questions: 'پرسشی دربارهٔ سفارش دارید؟',
    imprint: 'اطلاعات حقوقی',
    ended: 'مهلت این لینک پرداخت تمام شده است',
    wasOpenUntil: (time) => `تا ${time} باز بود.`,
    unknown: 'این لینک را نمی‌شناسیم',
    unknownText: 'شاید کامل نباشد. آن را دوباره از پیام باز کنید یا کد را دوباره اسکن کنید.',
  },
  'hi': {
    openUntil: (time) => `${time} तक खुला`,
    share: 'किसी दूसरे डिवाइस पर भुगतान करें',
    shareText:
      'यह कोड यह पेज खोलता है, वॉलेट नहीं। जिसके पास भी लिंक है, वह ऑर्डर देख सकता है और उसका भुगतान कर सकता है।',
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
  },
  'zh-Hans': {
    openUntil: (time) => `有效期至 ${time}`,
    share: '在其他设备上付款',
    shareText: '此二维码打开的是本页面，而不是钱包。任何拥有此链接的人都可以查看并支付该订单。',
    pageCode: '包含本页面地址的二维码',
    print: '打印',
    scan: '用手机相机扫描',
    scanText: '页面会在手机上打开。选择币种，从您的钱包付款。该币种的金额在您选择时锁定。',
    questions: '对订单有疑问？',
    imprint: '法律声明',
    ended: '此付款链接已失效',
    wasOpenUntil: (time) => `此链接的有效期截至 ${time}。`,
    unknown: '我们无法识别此链接',
    unknownText: '链接可能不完整。请从消息中重新打开，或重新扫描二维码。',
  },
  'ja': {
    openUntil: (time) => `${time} まで有効`,
    share: '別の端末で支払う',
    shareText:
      'このコードで開くのはウォレットではなく、このページです。リンクを知っている人は誰でも、注文を見て支払うことができます。',
    pageCode: 'このページのアドレスの QR コード',
    print: '印刷',
    scan: 'スマートフォンのカメラでスキャン',
    scanText:
      'ページがそこで開きます。コインを選び、ウォレットからお支払いください。コインでの金額は選択した時点で確定します。',
    questions: 'ご注文についてのお問い合わせ',
    imprint: '法的事項',
    ended: 'この支払いリンクは期限切れです',
    wasOpenUntil: (time) => `${time} まで有効でした。`,
    unknown: 'このリンクは確認できません',
    unknownText:
      'リンクが途中で切れている可能性があります。メッセージからもう一度開くか、コードをもう一度スキャンしてください。',
  },
  'ko': {
    openUntil: (time) => `${time}까지 유효`,
    share: '다른 기기에서 결제',
    shareText:
      '이 코드는 지갑이 아니라 이 페이지를 엽니다. 링크가 있는 사람은 누구나 주문을 보고 결제할 수 있습니다.',
    pageCode: '이 페이지의 주소가 담긴 QR 코드',
    print: '인쇄',
    scan: '휴대폰 카메라로 스캔하세요',
    scanText:
      '페이지가 휴대폰에서 열립니다. 코인을 선택하고 지갑에서 결제하세요. 코인 금액은 선택하면 고정됩니다.',
    questions: '주문에 대해 궁금한 점이 있으신가요?',
    imprint: '법적 고지',
    ended: '이 결제 링크는 만료되었습니다',
    wasOpenUntil: (time) => `${time}까지 유효했습니다.`,
    unknown: '알 수 없는 링크입니다',
    unknownText: '링크가 완전하지 않을 수 있습니다. 메시지에서 다시 열거나 코드를 다시 스캔하세요.',
  },
};
