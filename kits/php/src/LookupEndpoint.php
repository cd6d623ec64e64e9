<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Wire\PaymentDetails;
use Wasl\PartnerKit\Wire\Reference;
use Wasl\PartnerKit\Wire\Shown;

/**
 * `GET {API_URL}/{reference}` (section 4.1). Checks both headers before it calls `lookup`.
 *
 * @internal
 */
final class LookupEndpoint
{
    /** The platform's limit for an answer (D11). */
    private const ANSWER_BYTES_MAX = 256 * 1024;

    public function __construct(
        private readonly Guard $guard,
        private readonly Log $log,
        private readonly \Closure $lookup,
        private readonly int $timeoutMs,
    ) {
    }

    /** @param callable(string): ?string $header */
    public function answer(callable $header, string $segment): Answer
    {
        $guard = $this->guard;
        $refusal = $guard->authorizationProblem($header) ?? $guard->timestampProblem($header);
        if ($refusal !== null) {
            $message = $guard->message($refusal);
            $this->log->warning('lookup_refused', $message);
            return Answer::unauthorized($message);
        }
        $reference = Reference::decode($segment);
        if ($reference === null) {
            // No partner can have such a reference (D1).
            $message = 'The path is not a valid reference; lookup was not called.';
            $this->log->warning('lookup_refused', $message);
            return Answer::error(AnswerError::NotFound);
        }
        return $this->lookUp($reference);
    }

    private function lookUp(string $reference): Answer
    {
        $start = hrtime(true);
        try {
            $found = ($this->lookup)($reference);
            if (!$found instanceof LookupAnswer) {
                $expected = 'expected a LookupAnswer such as LookupAnswer::notFound()';
                throw new InvalidAnswer("$expected, received " . self::kind($found));
            }
            $answer = $this->answerOf($reference, $found);
        } catch (InvalidAnswer $problem) {
            return $this->invalid($reference, $problem);
        } catch (\Throwable $error) {
            $message = 'lookup threw; the platform received 503 SERVICE_UNAVAILABLE.';
            $this->log->error('lookup_failed', $message, $reference, $error);
            return Answer::error(AnswerError::ServiceUnavailable);
        }
        if ((hrtime(true) - $start) / 1e6 > $this->timeoutMs) {
            $message = "lookup took more than $this->timeoutMs ms, and the platform waits only 5 s.";
            $this->log->error('lookup_too_slow', $message, $reference);
            return Answer::error(AnswerError::ServiceUnavailable);
        }
        $message = "Answered the lookup: {$found->status->value}.";
        $this->log->info('lookup_answered', $message, $reference);
        return $answer;
    }

    /** @throws InvalidAnswer */
    private function answerOf(string $reference, LookupAnswer $found): Answer
    {
        return match ($found->status) {
            LookupStatus::NotFound => Answer::error(AnswerError::NotFound),
            LookupStatus::AlreadyPaid => Answer::error(AnswerError::AlreadyPaid),
            LookupStatus::Unavailable => Answer::error(AnswerError::ServiceUnavailable),
            LookupStatus::Payable => $this->details($reference, $found->detailsFor($reference)),
        };
    }

    /** @throws InvalidAnswer */
    private function details(string $reference, \stdClass $details): Answer
    {
        $answer = Answer::json(200, $details);
        $bytes = strlen($answer->body);
        if ($bytes > self::ANSWER_BYTES_MAX) {
            $max = self::ANSWER_BYTES_MAX;
            throw new InvalidAnswer("expected at most $max bytes in total, received $bytes");
        }
        if (!PaymentDetails::addsUp($details)) {
            $warning = 'The values of amount_detail do not add up to total_amount. The payment '
                . 'continues with total_amount, and the platform records a warning.';
            $this->log->warning('lookup_breakdown_does_not_add_up', $warning, $reference);
        }
        return $answer;
    }

    private function invalid(string $reference, InvalidAnswer $problem): Answer
    {
        $message = "lookup returned an invalid answer: {$problem->getMessage()}. "
            . 'The platform received 503 SERVICE_UNAVAILABLE.';
        $this->log->error('lookup_answer_invalid', $message, $reference, $problem);
        return Answer::error(AnswerError::ServiceUnavailable);
    }

    private static function kind(mixed $value): string
    {
        return match (true) {
            is_string($value) => Shown::value($value),
            $value === null => 'nothing (is a return missing?)',
            is_array($value) => 'an array',
            default => 'a value of type ' . get_debug_type($value),
        };
    }
}
