/** What asks the platform, compares books and verifies documents. */
import { node, php, python, type Feature } from './feature.ts'

export const CLIENT: readonly Feature[] = [
  {
    feature: 'A status, typed, with the quota that remains',
    node: node('test/client.test.ts', 'ignores unknown fields, and reads the remaining quota'),
    php: php('ClientTest', 'testReadsAStatusWithItsQuota'),
    python: python('test_client', 'test_a_status_is_typed_and_exact'),
  },
  {
    feature: 'Amounts on a QR code, set and unset',
    node: node(
      'test/client.test.ts',
      'a QR configuration (sections 4.4 and 4.5)',
      'is set and unset with POST, JSON and the key',
    ),
    php: php('ClientTest', 'testTheAmountsOfAQrCodeTravelExactlyAndAreRemoved'),
    python: python('test_client', 'test_amounts_of_a_qr_code_travel_exactly'),
  },
  {
    feature: 'Retries, and never before `Retry-After`',
    node: node(
      'test/client.test.ts',
      'a retry',
      'comes no sooner than Retry-After says in seconds',
    ),
    php: php('ClientTest', 'testRetriesAfterRetryAfterAndNotBefore'),
    python: python('test_client', 'test_retries_wait_for_retry_after'),
  },
  {
    feature: 'A single use is not set twice',
    node: node(
      'test/client.test.ts',
      'a retry',
      'of a single use is not made once it may have been set and used up',
    ),
    php: php('ClientTest', 'testASingleUseAmountIsNotSetTwice'),
    python: python(
      'test_client',
      'test_a_single_use_is_not_set_again_once_it_may_have_been_received',
    ),
  },
  {
    feature: 'The API key is in no result and no log',
    node: node(
      'test/client.test.ts',
      'the key',
      'is in no result and no log, even when the platform echoes it',
    ),
    php: php('ClientTest', 'testNoMessageContainsTheKey'),
    python: python('test_client', 'test_a_refusal_has_the_platforms_code_and_never_the_key'),
  },
  {
    feature: 'Reconciliation names each difference',
    node: node(
      'test/reconcile.test.ts',
      'reconciling',
      'tells what differs and passes over what agrees',
    ),
    php: php('ReconcileTest', 'testNamesEachDifference'),
    python: python('test_reconcile', 'test_what_differs'),
  },
  {
    feature: '… within the quota',
    node: node(
      'test/reconcile.test.ts',
      'the pace',
      'is never more than asked for in any sliding 60 s, however long calls take',
    ),
    php: php('ReconcileTest', 'testStaysWithinTheQuotaAndReadsTheListWhileItWaits'),
    python: python('test_reconcile', 'test_at_most_50_calls_start_in_any_60_seconds'),
  },
  {
    feature: '… and goes on where it was stopped',
    node: node(
      'test/reconcile.test.ts',
      'going on after a restart',
      'neither skips nor repeats more than the one under way, wherever it was killed',
    ),
    php: php('ReconcileTest', 'testContinuesWhereItWasKilledAndYieldsTheFindingAgain'),
    python: python(
      'test_reconcile',
      'test_a_stopped_run_goes_on_where_it_stopped_and_repeats_what_was_not_taken',
    ),
  },
  {
    feature: 'Receipts are verified offline',
    node: node('src/verify-receipt.test.ts', 'verifyReceipt', 'verifies the signature'),
    php: php('VectorsTest', 'testAgreesWithThePublishedVectors'),
    python: python('sentences.test.ts', 'the same sentence', 'about every receipt'),
  },
  {
    feature: 'Statements, and chains of them, are verified offline',
    node: node('src/verify-statement.test.ts', 'a chain: $name'),
    php: php('VectorsTest', 'testAgreesWithThePublishedVectors'),
    python: python('sentences.test.ts', 'the same sentence', 'about every statement'),
  },
]
