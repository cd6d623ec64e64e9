import { says, type Said } from './file-problem.ts'

const startsWith = (hex: string) => {
  const start = Buffer.from(hex, 'hex')
  return (bytes: Buffer): boolean => start.equals(bytes.subarray(0, start.length))
}

const isZip = startsWith('504b0304')

/** The parts of a workbook have names that are not compressed. */
const hasPart = (name: string) => (bytes: Buffer) => isZip(bytes) && bytes.includes(name)

const isText = (pattern: RegExp) => (bytes: Buffer) =>
  pattern.test(bytes.subarray(0, 512).toString('latin1'))

/**
 * Kinds of files that a bank also offers but that are not a table of lines. The first that fits is
 * named.
 */
const KINDS: readonly (readonly [(bytes: Buffer) => boolean, Said])[] = [
  [
    hasPart('xl/'),
    says(
      'This file is an Excel workbook. Open it in Excel, save it as CSV, and import that file.',
      'Ce fichier est un classeur Excel. Ouvrez-le dans Excel, enregistrez-le au format CSV, puis importez ce fichier CSV.',
      'هذا الملف مصنف Excel. افتحه في Excel واحفظه بصيغة CSV ثم استورد ذلك الملف.',
    ),
  ],
  [
    isZip,
    says(
      'This file is a ZIP archive. Unpack it, and import the file of your bank that is inside.',
      'Ce fichier est une archive ZIP. Décompressez-la, puis importez le fichier de votre banque qui s’y trouve.',
      'هذا الملف أرشيف ZIP. فك ضغطه ثم استورد ملف البنك الذي بداخله.',
    ),
  ],
  [
    startsWith('1f8b'),
    says(
      'This file is a compressed archive. Unpack it, and import the file of your bank that is inside.',
      'Ce fichier est une archive compressée. Décompressez-la, puis importez le fichier de votre banque qui s’y trouve.',
      'هذا الملف أرشيف مضغوط. فك ضغطه ثم استورد ملف البنك الذي بداخله.',
    ),
  ],
  [
    startsWith('255044462d'),
    says(
      'This file is a PDF, which is made for reading. Ask your bank for the same statement as CSV, and import that file.',
      'Ce fichier est un PDF, fait pour être lu. Demandez à votre banque le même relevé au format CSV, puis importez ce fichier.',
      'هذا الملف PDF مُعدّ للقراءة. اطلب من بنكك الكشف نفسه بصيغة CSV ثم استورد ذلك الملف.',
    ),
  ],
  [
    startsWith('d0cf11e0'),
    says(
      'This file is an Excel workbook of the old format (.xls). Open it in Excel, save it as CSV, and import that file.',
      'Ce fichier est un classeur Excel de l’ancien format (.xls). Ouvrez-le dans Excel, enregistrez-le au format CSV, puis importez ce fichier CSV.',
      'هذا الملف مصنف Excel بالصيغة القديمة (.xls). افتحه في Excel واحفظه بصيغة CSV ثم استورد ذلك الملف.',
    ),
  ],
  [
    (bytes) => startsWith('89504e47')(bytes) || startsWith('ffd8ff')(bytes),
    says(
      'This file is a picture. Ask your bank for the statement as CSV, and import that file.',
      'Ce fichier est une image. Demandez à votre banque le relevé au format CSV, puis importez ce fichier.',
      'هذا الملف صورة. اطلب من بنكك الكشف بصيغة CSV ثم استورد ذلك الملف.',
    ),
  ],
  [
    isText(/^[^<]{0,8}<(?:!doctype html|html)/i),
    says(
      'This file is a web page, not the statement. Sign in at your bank, download the statement as CSV, and import that file.',
      'Ce fichier est une page web, pas le relevé. Connectez-vous au site de votre banque, téléchargez le relevé au format CSV, puis importez ce fichier.',
      'هذا الملف صفحة ويب وليس الكشف. ادخل إلى موقع بنكك ونزّل الكشف بصيغة CSV ثم استورد ذلك الملف.',
    ),
  ],
]

const EMPTY = says(
  'This file is empty. Download the statement from your bank again, and import that file.',
  'Ce fichier est vide. Téléchargez à nouveau le relevé auprès de votre banque, puis importez-le.',
  'هذا الملف فارغ. نزّل الكشف من بنكك من جديد ثم استورده.',
)

/** What a file is that cannot be the lines of a bank account; null when it may be. */
export const notLines = (bytes: Uint8Array): Said | null => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isBlank(buffer)) return EMPTY
  return KINDS.find(([is]) => is(buffer))?.[1] ?? null
}

/** Only spaces, line ends and byte order marks. */
const isBlank = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte <= 0x20 || [0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte))
