/**
 * Every operation that shows a secret or that moves, or decides about, money: whether a user must have
 * confirmed just now that it is they, and who else must agree (D34, W180). The contract is walked for
 * operations that are not here, and for what they declare otherwise.
 */

/** Who else must agree, or why nobody. */
export type SecondPerson =
  /** It only asks: this operation, by another person, does it. */
  | { approvedBy: string }
  /** It approves what another person made. */
  | 'approves'
  /** Another person says the same. */
  | 'says the same'
  /** The same above an amount, or for some of its fields. */
  | 'says the same above an amount'
  | 'asked above an amount'
  | { nobody: string }

export type Sensitive = {
  about: 'secret' | 'money' | 'settings'
  /** `true`, or why a user need not confirm. */
  stepUp: true | string
  secondPerson: SecondPerson
}

const OWN = { nobody: 'it is of the person, who is told of it' } as const
const TOLD = { nobody: 'the other owners are told of it' } as const
const AUDITED = {
  nobody: 'the audit log names who did it, and the old secret can overlap',
} as const
const STATED = { nobody: 'the audit log has the reason or the certificate' } as const
const ENDS = { nobody: 'it ends what waits, and moves nothing' } as const
const COUNTED = { nobody: 'the cash is counted again by who has it next' } as const
const PROVED = {
  nobody: 'the bank line proves it, and reconciliation finds what no line proves',
} as const
const FIRST_LIMIT = { nobody: 'its first limit has a maximum; raising it takes two' } as const
const AT_TILL = 'at the till the PIN, the shift and the other side of the cash stand for it'
const MOVES_NOTHING = 'it moves nothing'
const NOTHING = { nobody: MOVES_NOTHING } as const
const DESK = 'a day has hundreds; above an amount another person is needed'

export const SENSITIVE_OPERATIONS: Readonly<Record<string, Sensitive>> = {
  // Secrets.
  createPartner: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  changePartner: {
    about: 'secret',
    stepUp: true,
    // For its debit limit; the audit log names who changed the rest, and old secrets can overlap.
    secondPerson: 'says the same above an amount',
  },
  goLive: { about: 'settings', stepUp: true, secondPerson: STATED },
  pausePartner: { about: 'settings', stepUp: true, secondPerson: STATED },
  resumePartner: { about: 'settings', stepUp: true, secondPerson: STATED },
  rotateSecret: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  changeOwnPartner: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  rotateOwnSecret: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  createChannel: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  rotateChannelKey: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  createOperatorKey: { about: 'secret', stepUp: true, secondPerson: TOLD },
  inviteUser: { about: 'secret', stepUp: true, secondPerson: TOLD },
  inviteUserAgain: { about: 'secret', stepUp: true, secondPerson: TOLD },
  invitePartnerUser: { about: 'secret', stepUp: true, secondPerson: TOLD },
  invitePartnerUserAgain: { about: 'secret', stepUp: true, secondPerson: TOLD },
  inviteChannelUser: { about: 'secret', stepUp: true, secondPerson: TOLD },
  inviteChannelUserAgain: { about: 'secret', stepUp: true, secondPerson: TOLD },
  setDirectory: { about: 'secret', stepUp: true, secondPerson: TOLD },
  removeDirectory: { about: 'secret', stepUp: true, secondPerson: TOLD },
  setPartnerDirectory: { about: 'secret', stepUp: true, secondPerson: TOLD },
  removePartnerDirectory: { about: 'secret', stepUp: true, secondPerson: TOLD },
  makePinCode: { about: 'secret', stepUp: true, secondPerson: OWN },
  enrolDevice: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  inviteDevice: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  enrolByLink: { about: 'secret', stepUp: 'the link is the proof', secondPerson: AUDITED },
  startTotp: { about: 'secret', stepUp: true, secondPerson: OWN },
  setTotp: { about: 'secret', stepUp: true, secondPerson: OWN },
  renewRecoveryCodes: { about: 'secret', stepUp: true, secondPerson: OWN },
  startInvitedTotp: { about: 'secret', stepUp: 'the link is the proof', secondPerson: OWN },
  acceptInvitation: { about: 'secret', stepUp: 'the link is the proof', secondPerson: OWN },
  rotateSigningKey: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  revokeSigningKey: { about: 'secret', stepUp: true, secondPerson: AUDITED },
  // Refunds.
  createRefund: { about: 'money', stepUp: true, secondPerson: 'asked above an amount' },
  approveRefund: { about: 'money', stepUp: true, secondPerson: 'approves' },
  declineRefund: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: 'approves' },
  issueRefundCode: {
    about: 'secret',
    stepUp: true,
    secondPerson: { nobody: 'the code before it ends, so the refund is paid once' },
  },
  payRefund: { about: 'money', stepUp: true, secondPerson: 'says the same above an amount' },
  returnRefund: { about: 'money', stepUp: true, secondPerson: 'says the same above an amount' },
  redeemRefund: {
    about: 'money',
    stepUp: AT_TILL,
    secondPerson: { nobody: 'the payer has the code' },
  },
  // What a partner is owed and paid.
  requestAccountChange: {
    about: 'money',
    stepUp: true,
    secondPerson: { approvedBy: 'approveAccountChange' },
  },
  approveAccountChange: { about: 'money', stepUp: true, secondPerson: 'approves' },
  declineAccountChange: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  proposeFee: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: { approvedBy: 'approveFee' } },
  approveFee: { about: 'money', stepUp: true, secondPerson: 'approves' },
  declineFee: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  proposeCommission: {
    about: 'money',
    stepUp: MOVES_NOTHING,
    secondPerson: { approvedBy: 'approveCommission' },
  },
  approveCommission: { about: 'money', stepUp: true, secondPerson: 'approves' },
  declineCommission: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  closeStatement: {
    about: 'money',
    stepUp: MOVES_NOTHING,
    secondPerson: { approvedBy: 'approveStatement' },
  },
  closeChannelStatement: {
    about: 'money',
    stepUp: MOVES_NOTHING,
    secondPerson: { approvedBy: 'approveStatement' },
  },
  approveStatement: { about: 'money', stepUp: true, secondPerson: 'approves' },
  changeSettlement: { about: 'settings', stepUp: true, secondPerson: 'says the same' },
  proposePayout: { about: 'money', stepUp: true, secondPerson: { approvedBy: 'approvePayout' } },
  approvePayout: { about: 'money', stepUp: true, secondPerson: 'approves' },
  declinePayout: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  instructPayout: {
    about: 'money',
    stepUp: true,
    secondPerson: { nobody: 'another person has approved the payout' },
  },
  markPayoutPaid: { about: 'money', stepUp: true, secondPerson: 'says the same above an amount' },
  markPayoutReturned: { about: 'money', stepUp: true, secondPerson: PROVED },
  proposeAdjustment: {
    about: 'money',
    stepUp: MOVES_NOTHING,
    secondPerson: { approvedBy: 'approveAdjustment' },
  },
  approveAdjustment: { about: 'money', stepUp: true, secondPerson: 'approves' },
  declineAdjustment: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  setAccountCodes: {
    about: 'settings',
    stepUp: MOVES_NOTHING,
    secondPerson: { nobody: 'it names accounts in exports' },
  },
  // The bank.
  setBankMapping: {
    about: 'settings',
    stepUp: MOVES_NOTHING,
    secondPerson: { nobody: 'it says how a file is read' },
  },
  importBankLines: {
    about: 'money',
    stepUp: MOVES_NOTHING,
    secondPerson: { nobody: 'a line posts nothing before it is matched' },
  },
  previewBankLines: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  matchBankLine: { about: 'money', stepUp: DESK, secondPerson: 'says the same above an amount' },
  matchBankLines: { about: 'money', stepUp: DESK, secondPerson: 'says the same above an amount' },
  unmatchBankLine: { about: 'money', stepUp: DESK, secondPerson: 'says the same above an amount' },
  bankDeposit: { about: 'money', stepUp: DESK, secondPerson: PROVED },
  disputeDeposit: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  bankRemittance: { about: 'money', stepUp: DESK, secondPerson: PROVED },
  // Cash.
  fundFloat: {
    about: 'money',
    stepUp: true,
    secondPerson: { nobody: 'the channel has the cash, and the bank line proves it' },
  },
  returnFloat: { about: 'money', stepUp: DESK, secondPerson: PROVED },
  recoverShortage: {
    about: 'money',
    stepUp: true,
    secondPerson: { nobody: 'the agent pays it, and the safe or the bank has it' },
  },
  decideVariance: {
    about: 'money',
    stepUp: 'a day has many, and another person has counted',
    secondPerson: 'approves',
  },
  decideChannelVariance: { about: 'money', stepUp: AT_TILL, secondPerson: 'approves' },
  giveBackCase: {
    about: 'money',
    stepUp: AT_TILL,
    secondPerson: { nobody: 'it says what a supervisor saw: the payer has the cash back' },
  },
  resolveCase: {
    about: 'money',
    stepUp: DESK,
    secondPerson: { nobody: 'the agent who has the cash is named' },
  },
  openPayment: { about: 'money', stepUp: AT_TILL, secondPerson: { nobody: 'the payer is there' } },
  confirmPayment: {
    about: 'money',
    stepUp: AT_TILL,
    secondPerson: { nobody: 'the payer is there' },
  },
  cancelPayment: { about: 'money', stepUp: AT_TILL, secondPerson: ENDS },
  failPayment: { about: 'money', stepUp: AT_TILL, secondPerson: ENDS },
  openQrPayment: {
    about: 'money',
    stepUp: AT_TILL,
    secondPerson: { nobody: 'the payer is there' },
  },
  reportTaken: { about: 'money', stepUp: AT_TILL, secondPerson: { approvedBy: 'resolveCase' } },
  startShift: { about: 'money', stepUp: AT_TILL, secondPerson: COUNTED },
  countShift: { about: 'money', stepUp: AT_TILL, secondPerson: { approvedBy: 'decideVariance' } },
  closeShift: { about: 'money', stepUp: AT_TILL, secondPerson: ENDS },
  offerHandover: {
    about: 'secret',
    stepUp: AT_TILL,
    secondPerson: { approvedBy: 'receiveHandover' },
  },
  receiveHandover: { about: 'money', stepUp: AT_TILL, secondPerson: COUNTED },
  declineHandover: { about: 'money', stepUp: AT_TILL, secondPerson: ENDS },
  cancelHandover: { about: 'money', stepUp: AT_TILL, secondPerson: ENDS },
  disputeHandover: { about: 'money', stepUp: AT_TILL, secondPerson: ENDS },
  bagCash: { about: 'money', stepUp: AT_TILL, secondPerson: COUNTED },
  recordDeposited: { about: 'money', stepUp: AT_TILL, secondPerson: COUNTED },
  announceRemittance: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: PROVED },
  cancelRemittance: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  // Settings that decide about money without a person.
  changeChannel: { about: 'settings', stepUp: true, secondPerson: 'says the same above an amount' },
  refuseSettingRequest: { about: 'settings', stepUp: MOVES_NOTHING, secondPerson: ENDS },
  changeChannelKind: {
    about: 'settings',
    stepUp: true,
    secondPerson: 'says the same above an amount',
  },
  createAgent: { about: 'settings', stepUp: true, secondPerson: FIRST_LIMIT },
  addAgentOfChannel: { about: 'settings', stepUp: true, secondPerson: FIRST_LIMIT },
  changeAgent: { about: 'settings', stepUp: true, secondPerson: 'says the same above an amount' },
  changeAgentLimits: {
    about: 'settings',
    stepUp: true,
    secondPerson: 'says the same above an amount',
  },
  // Neither: their permission is of people who also move money.
  writeNote: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: NOTHING },
  openFollowUp: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: NOTHING },
  changeFollowUp: { about: 'money', stepUp: MOVES_NOTHING, secondPerson: NOTHING },
}
