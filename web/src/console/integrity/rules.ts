import { RULES_OF_MONEY } from './rules-of-money.ts'
import { RULES_OF_PAYMENTS, type RuleTexts } from './rules-of-payments.ts'

/** What each check asks, by its name. */
export const RULES: RuleTexts = { ...RULES_OF_PAYMENTS, ...RULES_OF_MONEY }
