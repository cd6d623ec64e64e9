import { qrImage, qrPath } from '../../payments/qr-codes/image.ts'
import { html, type Html } from './html.ts'

/** A QR code on a page: black, whatever the page's colours. */
export const codeImage = (text: string, name: string): Html => {
  const image = qrImage(text)
  const side = image.modules.length
  return html`<svg
    class="code"
    viewBox="0 0 ${side} ${side}"
    role="img"
    aria-label="${name}"
    shape-rendering="crispEdges"
  >
    <path fill="#000" d="${qrPath(image)}" />
  </svg>`
}
