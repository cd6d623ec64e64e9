import type { ReferencePartner } from '@wasl/reference-partner'

/** What the shop sells in this run: a reference for each chapter, and one to try out. */
export type References = { counter: string; parcel: string; basket: string; yours: string }

/** Adds this run's references to the shop's records; earlier runs' have been paid. */
export const addReferences = async (shop: ReferencePartner): Promise<References> => {
  const number = String(shop.orders().length + 1).padStart(4, '0')
  const counter = await shop.addReference({
    total_amount: 5490,
    amount_detail: [
      item('Electric kettle', 'Bouilloire électrique', 'غلّاية ماء كهربائية', 4890),
      item('Delivery', 'Livraison', 'التوصيل', 600),
    ],
  })
  const parcel = await shop.addReference({
    reference: `COLIS/${number}`,
    total_amount: 12350.5,
    amount_detail: [
      item('Sewing machine', 'Machine à coudre', 'ماكينة خياطة', 13000),
      item('Discount', 'Remise', 'تخفيض', -649.5),
    ],
  })
  const basket = await shop.addReference({ total_amount: 599.8 })
  const yours = await shop.addReference({ total_amount: 2750 })
  return {
    counter: counter.reference,
    parcel: parcel.reference,
    basket: basket.reference,
    yours: yours.reference,
  }
}

const item = (english: string, french: string, arabic: string, value: number) => ({
  label_en: english,
  label_fr: french,
  label_ar: arabic,
  value,
})
