/** A bank account in the groups in which it stands on paper: bank, branch, account, check digits. */
export const Rib = ({ rib }: { rib: string }) => (
  <bdi className="ref" dir="ltr">
    {[rib.slice(0, 3), rib.slice(3, 8), rib.slice(8, 18), rib.slice(18)].join(' ')}
  </bdi>
)
