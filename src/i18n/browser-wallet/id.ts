import type { BrowserWalletMessages } from '../en.js';

export const browserWallet: BrowserWalletMessages = {
  connect: (wallet) => `Hubungkan di ${wallet}`,
  connectReason: (wallet) =>
    `${wallet} menanyakan apakah halaman ini boleh melihat akun Anda. Ini tidak mengirim apa pun.`,
  allowSwitch: (network) => `Izinkan beralih ke ${network}`,
  switchReason: (wallet) => `${wallet} disetel ke jaringan lain. Dompet menanyakan apakah ingin beralih.`,
  allowAdd: (wallet, network) => `Izinkan ${wallet} menambahkan ${network}`,
  checking: 'Memeriksa akun Anda',
  connected: 'Terhubung',
  switchTo: (network) => `Beralih ke ${network}`,
  confirmPayment: 'Konfirmasi pembayaran',
  confirm: (wallet) => `Konfirmasi di ${wallet}`,
  confirmReason: 'Periksa bahwa jumlah dan alamat ini tampil di sana, lalu konfirmasi di sana.',
  shouldShow: (wallet) => `${wallet} seharusnya menampilkan`,
  account: 'Akun Anda',
  noWindow: (wallet) => `Tidak ada jendela? Buka ${wallet} dari bilah alat browser.`,
  otherWay: 'Bayar dengan cara lain',
  requestOpen: (wallet) =>
    `Mungkin masih ada permintaan terbuka di ${wallet}. Tolak dulu di sana agar Anda tidak membayar dua kali.`,
  back: (wallet) => `Kembali ke ${wallet}`,
  sentTitle: 'Pembayaran terkirim. Kami memantaunya',
  sentText: (network) =>
    `${network} akan segera menampilkannya di sini. Anda boleh menutup halaman ini. Jangan kirim lagi.`,
  sent: 'Terkirim',
  proposedTitle: 'Menunggu penanda tangan lain',
  proposedText: (wallet) =>
    `${wallet} mengirim pembayaran setelah yang lain mengonfirmasinya di sana. Jangan kirim lagi.`,
  unknownTitle: (wallet) => `Tidak ada jawaban dari ${wallet}`,
  unknownText: 'Jika Anda sudah mengonfirmasi di sana, kami akan melihatnya di sini. Jangan kirim lagi.',
  elsewhereTitle: 'Layar lain sedang memakai dompet',
  elsewhereText: 'Selesaikan pembayaran di sana. Jika Anda membayar di sini juga, Anda membayar dua kali.',
  askedAt: 'Waktu permintaan',
  notSent: 'Saya belum mengirim',
  payAgainReason:
    'Tidak ada yang terlihat selama sepuluh menit. Jika dompet Anda menunjukkan pembayaran gagal, Anda boleh membayar lagi.',
  payAgain: 'Bayar lagi',
  lookTitle: (wallet) => `Lihat dulu di ${wallet}`,
  lookText: 'Pembayaran mungkin sudah dikirim. Jika mengirim lagi, Anda mungkin membayar dua kali.',
  activity: (wallet) =>
    `${wallet} mencantumkannya di “Aktivitas”. Tertunda dianggap terkirim. Hanya status gagal atau ditolak yang berarti tidak ada yang dikirim.`,
  keepWatching: 'Terkirim: terus menunggu',
  showCode: 'Tidak ada yang dikirim: tampilkan kode',
  shortCoin: (coin) => `${coin} di akun ini tidak cukup`,
  shortFee: (coin) => `Kurang sedikit ${coin} untuk biaya`,
  shortText: 'Tidak ada yang dikirim. Pakai akun lain atau koin lain.',
  payment: 'Pembayaran',
  networkFee: 'Biaya jaringan',
  youHave: (amount) => `Anda punya ${amount}`,
  missing: (amount) => `Kurang ${amount}`,
  enough: 'cukup',
  checkAgain: 'Periksa lagi',
  tryAgain: (wallet) => `Coba lagi dengan ${wallet}`,
  nothingSent: 'Permintaan ditutup. Tidak ada yang dikirim.',
  unanswered: (wallet) => `Tidak ada jawaban dari ${wallet}. Tidak ada yang dikirim.`,
  timeOver: (wallet) =>
    `Waktu untuk mengonfirmasi di ${wallet} sudah habis. Periksa di sana dulu: jika pembayaran sudah dikirim, jangan bayar lagi.`,
  otherNetwork: (wallet, network) =>
    `Tidak ada yang dikirim: ${wallet} tetap di jaringan lain. Beralihlah ke ${network} di sana, lalu coba lagi.`,
  locked: (wallet) =>
    `Tidak ada yang dikirim: ${wallet} tidak menampilkan akun. Buka kuncinya, lalu coba lagi.`,
  busy: (wallet) => `Permintaan lain terbuka di ${wallet}. Jawab di sana, lalu coba lagi.`,
  changed: 'Tidak ada yang dikirim: akun atau jaringan berubah di tengah jalan. Coba lagi.',
  unsupported: (wallet) =>
    `Tidak ada yang dikirim: ${wallet} tidak dapat melakukan pembayaran ini. Pindai atau salin saja.`,
  claimed: 'Tidak ada yang dikirim dari sini: layar lain sedang membayar, atau pembayarannya berubah.',
  offline: 'Tidak ada yang dikirim: tidak ada koneksi. Coba lagi.',
};
