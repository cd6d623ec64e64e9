import { qrImage, qrPath } from '../qr-codes/image.ts'
import { html, type Html } from './html.ts'

/** A QR code within a page; black, whatever the colours around it are. */
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
