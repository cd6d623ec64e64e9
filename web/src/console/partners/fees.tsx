import { FeeVersions } from '../fees/versions.tsx'
import { usePartner } from './partner.ts'

/** The versions of this partner’s fees, newest first. Finance proposes them under “Fees”. */
export const PartnerFees = () => <FeeVersions partnerId={usePartner().partnerId} />
