import { expect, it } from 'vitest'
import { examplesOf, operationNamed, operations } from '../openapi/documented.ts'

/** Where a resource says whether an act is allowed: the call that shows it, and the name of the act. */
interface Shown {
  readonly by: string
  /** The member of the answer that has the resource; absent for the answer itself. */
  readonly in?: string
  readonly act: string
}

/**
 * Every call that acts upon a resource of the path, and where `allowed` has it; or one word that says
 * why no resource does.
 */
const acts: Readonly<Record<string, Shown | string>> = {
  endorsePolicy: { by: 'showPolicy', act: 'endorse' },
  createEndorsementLink: { by: 'showPolicy', act: 'create_endorsement_link' },
  cancelPolicy: { by: 'showPolicy', act: 'cancel' },
  adjustPremium: { by: 'showPolicy', act: 'adjust' },
  moveEnd: { by: 'showPolicy', act: 'move_end' },
  withdrawPolicy: { by: 'showPolicy', act: 'withdraw' },
  reinstatePolicy: { by: 'showPolicy', act: 'reactivate' },
  recordDelivery: { by: 'showPolicy', act: 'record_delivery' },
  createMandateLink: { by: 'showMandates', act: 'create_link' },
  setUpMandate: 'customers',
  declareWithdrawal: 'customers',
  payByLink: 'customers',
  voidByLink: 'customers',
  revokeMandate: { by: 'showMandates', in: 'mandates', act: 'revoke' },
  changePolicyholder: { by: 'showParties', act: 'change_policyholder' },
  addParty: { by: 'showParties', act: 'add' },
  endParty: { by: 'showParties', in: 'parties', act: 'end' },
  joinCustomers: { by: 'showCustomer', act: 'join' },
  splitCustomer: { by: 'showCustomer', in: 'joins', act: 'split' },
  revealField: { by: 'showPolicy', act: 'reveal' },
  previewTransaction: 'reads',
  revealLeadField: { by: 'showLead', act: 'reveal' },
  revealQuoteField: { by: 'explainQuote', act: 'reveal' },
  acceptRenewal: { by: 'showRenewal', act: 'accept' },
  declineRenewal: { by: 'showRenewal', act: 'decline' },
  retryRenewal: { by: 'showRenewal', act: 'retry' },
  recordNextTermEndorsement: { by: 'showNextTermEndorsements', act: 'record' },
  revokeNextTermEndorsement: {
    by: 'showNextTermEndorsements',
    in: 'endorsements',
    act: 'revoke',
  },
  voidPayment: { by: 'showPayment', act: 'void' },
  resolvePayment: { by: 'showPayment', act: 'resolve' },
  resolveRefund: { by: 'showPayment', in: 'refunds', act: 'resolve' },
  receivePaymentCallback: 'providers',
  receiveProviderCallback: 'providers',
  writeOffInvoice: { by: 'showInvoice', act: 'write_off' },
  deferInvoice: { by: 'showInvoice', act: 'defer' },
  enterMoney: { by: 'showManualEntries', act: 'enter' },
  reverseManualEntry: { by: 'showManualEntries', in: 'entries', act: 'reverse' },
  setPayoutAccount: { by: 'showPayout', act: 'set_account' },
  releasePayout: { by: 'showPayout', act: 'release' },
  resolvePayout: { by: 'showPayout', act: 'resolve' },
  payOutCredit: { by: 'showManualEntries', act: 'pay_out' },
  agreeOnCommission: { by: 'listCommissionAgreements', act: 'agree' },
  finishCommissionStatement: { by: 'showCommissionStatement', act: 'finish' },
  recordReceipt: { by: 'showInvoice', act: 'record_receipt' },
  matchReceipt: { by: 'searchReceipts', act: 'match' },
  dismissReceipt: { by: 'searchReceipts', act: 'dismiss' },
  recordLegalAction: { by: 'showDunningCase', act: 'record_legal_action' },
  acceptDifference: { by: 'searchReconciliation', act: 'accept' },
  reopenDifference: { by: 'searchReconciliation', act: 'reopen' },
  decideLapse: { by: 'showDunningCase', act: 'decide_lapse' },
  changeView: { by: 'listViews', act: 'change' },
  removeView: { by: 'listViews', act: 'remove' },
  settleWithdrawal: { by: 'showDeclaredWithdrawal', act: 'settle' },
  changeTask: { by: 'listTasks', act: 'change' },
  removeNote: { by: 'listNotes', act: 'remove' },
  releaseHold: { by: 'listHolds', act: 'release' },
  publishProduct: { by: 'showProductVersion', act: 'publish' },
  previewMassEndorsement: { by: 'showMassEndorsement', act: 'preview' },
  startMassEndorsement: { by: 'showMassEndorsement', act: 'start' },
  stopMassEndorsement: { by: 'showMassEndorsement', act: 'stop' },
  resumeMassEndorsement: { by: 'showMassEndorsement', act: 'resume' },
  stopImpact: { by: 'showImpact', act: 'stop' },
  advanceClock: { by: 'showClock', act: 'advance' },
  publishOnClock: { by: 'showClock', act: 'publish' },
  importDataset: { by: 'showManagedDataset', act: 'import' },
  changeWebhook: { by: 'showWebhook', act: 'change' },
  deleteWebhook: { by: 'showWebhook', act: 'delete' },
  testWebhook: { by: 'showWebhook', act: 'test' },
  rotateWebhook: { by: 'showWebhook', act: 'rotate' },
  resendDeliveries: { by: 'showWebhook', act: 'resend' },
  sendLetter: { by: 'showLetter', act: 'send' },
  deliverLetter: { by: 'showLetter', act: 'deliver' },
  returnLetter: { by: 'showLetter', act: 'return' },
  resendMail: { by: 'showMail', act: 'resend' },
  releaseAddress: { by: 'searchSuppressedAddresses', act: 'release' },
  setMailServer: { by: 'showMailServer', act: 'set' },
  setMailAddress: { by: 'listAccounts', act: 'set_mail_address' },
  removeMailServer: { by: 'showMailServer', act: 'remove' },
  rotateKey: { by: 'listKeys', act: 'rotate' },
  revokeKey: { by: 'listKeys', act: 'revoke' },
  revokeAccessToken: { by: 'listAccessTokens', act: 'revoke' },
  removePaymentProvider: { by: 'listPaymentProviders', act: 'remove' },
  setProviderCredentials: { by: 'listProviderCredentials', act: 'set' },
  removeProviderCredentials: { by: 'listProviderCredentials', act: 'remove' },
  checkProviderCredentials: { by: 'listProviderCredentials', act: 'check' },
  changeRole: { by: 'listRoles', act: 'change' },
  deleteRole: { by: 'listRoles', act: 'delete' },
  changeUserRoles: { by: 'showUser', act: 'change_roles' },
  removeUser: { by: 'showUser', act: 'remove' },
  deactivateUser: { by: 'showUser', act: 'deactivate' },
  reactivateUser: { by: 'showUser', act: 'reactivate' },
  createResetLink: { by: 'showUser', act: 'create_reset_link' },
  createEmailLink: { by: 'showUser', act: 'create_email_link' },
  removeSecondFactor: { by: 'showUser', act: 'remove_second_factor' },
  approveRequest: { by: 'showApproval', act: 'approve' },
  declineRequest: { by: 'showApproval', act: 'decline' },
  withdrawRequest: { by: 'showApproval', act: 'withdraw' },
  endUserSessions: { by: 'showUser', act: 'end_sessions' },
  endUserSession: { by: 'showUser', in: 'sessions', act: 'end' },
  endSession: { by: 'listSessions', act: 'end' },
  revokePersonalToken: { by: 'listPersonalTokens', act: 'revoke' },
  setUpSingleSignOn: { by: 'showSingleSignOn', act: 'change' },
  removeSingleSignOn: { by: 'showSingleSignOn', act: 'remove' },
  changeSignInRules: { by: 'showSignInRules', act: 'change' },
  changeApprovalRules: { by: 'showApprovalRules', act: 'change' },
  changeMe: 'self',
  removePasskey: { by: 'listPasskeys', act: 'remove' },
}

/** Documented once, and answered with `allowed` under `/manage`: see allowed.test.ts. */
const underManageAlone = ['showPolicy', 'showLead', 'showRenewal', 'showPayment']

it('knows for every call that acts upon a resource where it is shown whether it is allowed', () => {
  const acting = operations.filter(
    ({ method, path }) =>
      ['PATCH', 'PUT', 'DELETE'].includes(method) || (method === 'POST' && path.includes('{')),
  )
  expect(Object.keys(acts).toSorted()).toEqual(acting.map((one) => one.operationId).toSorted())
})

const places = Object.values(acts).flatMap((one) => (typeof one === 'string' ? [] : [one]))
const documented = places.filter(({ by }) => !underManageAlone.includes(by))

it.each([...new Set(documented.map(({ by, in: member }) => [by, member].join(' ').trim()))])(
  'shows whether each of them is allowed: %s',
  (place) => {
    const [by = '', member] = place.split(' ')
    // Tests of examples hold that this is what the call answers.
    const media = operationNamed(by).responses['200']?.content['application/json']
    if (media === undefined) throw new Error(`${by} answers no JSON`)
    const example = first(examplesOf(media)['example'])
    const shown = first(member === undefined ? example : Reflect.get(Object(example), member))
    const named = documented.filter((one) => one.by === by && one.in === member)
    const allowed = Object.keys(Object(Reflect.get(Object(shown), 'allowed')))
    expect(allowed.toSorted()).toEqual(named.map(({ act }) => act).toSorted())
  },
)

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}
