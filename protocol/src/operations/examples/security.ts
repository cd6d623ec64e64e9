/** Examples of what happened to one's own account. */
export const ownSecurity = {
  notices: [
    {
      noticeId: '12',
      kind: 'passkey.add',
      at: '2026-11-21T08:30:00.000Z',
      by: 'Amina Belkacem',
      subject: 'usr_4',
      name: 'Amina Belkacem',
      seenAt: null,
    },
  ],
  tries: [
    {
      at: '2026-11-21T03:12:00.000Z',
      method: 'password',
      address: '203.0.113.9',
      userAgent: 'Mozilla/5.0',
      device: null,
    },
  ],
  newTries: 1,
}
