/** What answers a lookup. */
import { node, php, python, type Feature } from './feature.ts'

export const LOOKUPS: readonly Feature[] = [
  {
    feature: 'One function of the shop answers a lookup',
    node: node('src/answer-lookup.test.ts', 'answers with the payment details'),
    php: php('PartnerTest', 'testALookupIsCalledOnlyForAValidReferenceWithBothHeaders'),
    python: python('test_readme', 'test_the_first_block_runs_and_is_paid_once'),
  },
  {
    feature: 'Unknown, already paid and unavailable have their codes',
    node: node('src/lookup-answer.test.ts', '%s needs nothing else'),
    php: php('PartnerTest', 'testTheOtherThreeAnswers'),
    python: python('test_partner', 'test_what_cannot_be_paid_has_its_code'),
  },
  {
    feature: 'Amounts are exact',
    node: node('src/lookup-answer.test.ts', 'agrees with the published payment details: $name'),
    php: php('PartnerTest', 'testAnswersALookupWithTheDigitsOfTheAmountWhateverTheConfigurationIs'),
    python: python('test_partner', 'test_exact_amounts_keep_their_digits'),
  },
  {
    feature: 'A float is refused with the reason',
    node: { instead: 'JavaScript has no exact decimal: a number of at most two decimals is taken' },
    php: php('PartnerTest', 'testABrokenLookupNeverLeavesTheShop'),
    python: python('test_partner', 'test_a_wrong_answer_never_leaves_the_shop'),
  },
  {
    feature: 'A wrong field never leaves the shop',
    node: node(
      'src/answer-lookup.test.ts',
      'answers 503 when lookup returns an invalid answer, and logs the field',
    ),
    php: php('PartnerTest', 'testABrokenLookupNeverLeavesTheShop'),
    python: python('test_broken_partners', 'test_a_wrong_lookup_is_503_and_never_200'),
  },
  {
    feature: 'A lookup that fails or is slow is 503 in time',
    node: node(
      'src/answer-lookup.test.ts',
      'answers 503 when lookup takes too long, and aborts its signal',
    ),
    php: php('PartnerTest', 'testALookupThatTakesTooLongIs503AndLogged'),
    python: python('test_partner', 'test_a_lookup_that_raises_or_takes_too_long_is_503'),
  },
  {
    feature: 'A wrong option is named at the start',
    node: node('test/client.test.ts', 'a client', 'with a wrong %s is not made: %j'),
    php: php('PartnerTest', 'testAWrongOptionIsNamed'),
    python: python('test_partner', 'test_a_wrong_option_is_named_when_the_partner_is_made'),
  },
]
