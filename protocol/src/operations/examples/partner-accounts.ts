/** Examples of partners' bank accounts. */
export const accountChangeRequest = {
  accountHolder: 'SARL El Baraka Fournitures',
  rib: '00799999001234567803',
  nif: '001216099012345',
  rc: '16/00-1234567B20',
}

export const requestedChange = {
  changeId: '01989d2e-5c00-7a10-8f3b-9c1e000003e9',
  partnerId: 'prt_1001',
  status: 'requested',
  ...accountChangeRequest,
  nis: null,
  ai: null,
  requestedBy: 'Amina Belkacem',
  requestedAt: '2026-11-21T09:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
}

export const approvedChange = {
  ...requestedChange,
  status: 'approved',
  decidedBy: 'Karim Haddad',
  decidedAt: '2026-11-21T10:00:00.000Z',
}

export const declinedChange = { ...approvedChange, status: 'declined' }
