/** The platform's own receipt, as it is printed: signed, in two languages. Kept for the time without the network. */
import { useEffect, useState } from 'react'
import type { Receipt } from '@wasl/protocol'
import { addressOf, on } from '../../api/call.ts'
import { noting } from '../base/network.ts'
import { rollNow } from '../print/roll.ts'
import { keep, kept } from '../store/database.ts'
import { paperName } from './paper-name.ts'

export type Paper = Pick<Receipt, 'number' | 'shortNumber' | 'url'> & { picture: Blob }

export const fetchPaper = async (paymentId: string, given: number | null): Promise<Paper> => {
  const params = { paymentId }
  const { number, shortNumber, url } = await noting(
    on('GET /channel/v1/payments/{paymentId}/receipt')({ params }),
  )
  const address = addressOf('GET /channel/v1/payments/{paymentId}/receipt')({
    params,
    query: { format: 'png', width: rollNow(), ...(given !== null && { given: String(given) }) },
  })
  const headers = { 'accept-language': document.documentElement.lang }
  const answer = await fetch(address, { credentials: 'same-origin', headers })
  if (!answer.ok) throw new Error(`the receipt came with ${answer.status}`)
  return { number, shortNumber, url, picture: await answer.blob() }
}

/** The newest paper that the platform gave, else the one that this device keeps; null without either. */
export const usePaper = (
  paymentId: string,
  given: number | null,
): (Paper & { src: string }) | null | undefined => {
  const [paper, setPaper] = useState<(Paper & { src: string }) | null>()
  useEffect(() => {
    let src = ''
    let isOver = false
    const show = (found: Paper | undefined): void => {
      if (isOver) return
      if (found !== undefined) src = URL.createObjectURL(found.picture)
      setPaper(found === undefined ? null : { ...found, src })
    }
    fetchPaper(paymentId, given)
      .then(async (fresh) => {
        show(fresh)
        await keep(paperName(paymentId), fresh).catch(() => undefined)
      })
      .catch(async () => show(await kept<Paper>(paperName(paymentId)).catch(() => undefined)))
    return () => {
      isOver = true
      if (src !== '') URL.revokeObjectURL(src)
    }
  }, [paymentId, given])
  return paper
}
