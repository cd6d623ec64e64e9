/** What receives webhooks. */
import { node, php, python, type Feature } from './feature.ts'

export const WEBHOOKS: readonly Feature[] = [
  {
    feature: 'Every published test vector',
    node: node('src/verify-webhook.test.ts', 'agrees with the published signatures: $name'),
    php: php('VectorsTest', 'testEveryFileHasARunnerAndAllItsCases'),
    python: python('test_vectors', 'test_every_file_of_vectors_has_a_runner'),
  },
  {
    feature: 'The raw bytes are verified before they are parsed',
    node: node('src/verify-webhook.test.ts', 'verifies the signature before it looks at the body'),
    php: php('PartnerTest', 'testABrokenWebhookIsRefusedAndNothingIsHandled'),
    python: python(
      'test_broken_partners',
      'test_the_sent_bytes_are_verified_however_they_are_written',
    ),
  },
  {
    feature: 'Each refusal has the same sentence',
    node: node('test/known-refusals.test.ts', 'known refusals'),
    php: php('sentences.test.ts', 'about every broken webhook'),
    python: python('sentences.test.ts', 'the same sentence', 'about every webhook'),
  },
  {
    feature: 'Both secrets during a rotation',
    node: node('src/verify-webhook.test.ts', 'accepts either of two secrets of each kind'),
    php: php('PartnerTest', 'testBothSecretsAreValidDuringARotation'),
    python: python('test_partner', 'test_both_secrets_are_accepted_during_a_rotation'),
  },
  {
    feature: 'Each event is handled once',
    node: node(
      'src/handle-event.test.ts',
      'an event that comes again is acknowledged without being handled again',
    ),
    php: php('PartnerTest', 'testHandlesAnEventOnceAndAcknowledgesItsCopies'),
    python: python(
      'test_partner',
      'test_a_repeated_event_is_acknowledged_without_being_handled_again',
    ),
  },
  {
    feature: 'A handler that fails acknowledges nothing and runs again',
    node: node(
      'src/handle-event.test.ts',
      'answers 500 when a handler throws, logs it, and runs the handler at the next attempt',
    ),
    php: php('PartnerTest', 'testAHandlerThatThrowsIsNotAcknowledgedAndRunsAgain'),
    python: python('test_partner', 'test_a_handler_that_raises_is_500_and_runs_again'),
  },
  {
    feature: "The record of an event is in the handler's transaction",
    node: node('src/handle-event.test.ts', "the store's transaction reaches the handler"),
    php: php('PartnerTest', 'testRecordsTheEventInTheHandlersTransaction'),
    python: python(
      'test_stores',
      'test_a_handler_that_fails_leaves_nothing_and_a_waiting_copy_runs',
    ),
  },
  {
    feature: 'PostgreSQL, MySQL or MariaDB, and SQLite',
    node: node('test/sql/story.ts', 'sixteen copies over two processes send one parcel'),
    php: php('crash.test.ts', 'a PHP process that is killed, on $name'),
    python: python('test_stores', 'test_sixteen_copies_over_two_processes_send_one_parcel'),
  },
  {
    feature: 'A process killed between handling and answering (`kill -9`)',
    node: {
      file: 'reference-partner/test/crash.test.ts',
      titles: ['${KILLS} kills lose no acknowledged event'],
    },
    php: php('crash.test.ts', 'between handling and answering: handled once'),
    python: python('test_stores', 'test_a_killed_process_loses_nothing_and_sends_one_parcel'),
  },
  {
    feature: 'An unknown kind of event is acknowledged and logged',
    node: node('src/receive-webhook.test.ts', 'acknowledges and logs an event of an unknown kind'),
    php: php('PartnerTest', 'testAnUnknownKindIsAcknowledgedAndLogged'),
    python: python('test_broken_partners', 'test_signed_bodies_have_their_answers'),
  },
  {
    feature: 'No secret in a log, a message or a dump',
    node: node('src/secrets.test.ts', 'no problem shows the secret'),
    php: php('PartnerTest', 'testNoSecretIsInADump'),
    python: python('test_partner', 'test_secrets_are_in_no_representation'),
  },
]
