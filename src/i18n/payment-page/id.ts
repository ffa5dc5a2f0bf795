import type { PaymentPageMessages } from '../en/payment-page.js';

export const paymentPage: PaymentPageMessages = {
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
  refundNeedsScript: 'Aktifkan JavaScript untuk memintanya di halaman ini, atau hubungi toko.',
};
