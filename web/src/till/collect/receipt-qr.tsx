import { encode } from 'uqr'
import { useTexts } from '../base/texts.ts'
import { TAKING } from './taking.texts.ts'

/** The code of a receipt, for the payer's phone: the page behind it checks the receipt. */
export const ReceiptQr = ({ url }: { url: string }) => {
  const t = useTexts(TAKING)
  const { data, size } = encode(url, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('qr')}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
