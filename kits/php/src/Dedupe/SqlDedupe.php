<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Dedupe;

/**
 * Records handled events in your own database, in one transaction with the handler's writes. If it
 * fails, neither is saved and the platform sends the event again. A concurrent copy waits for the
 * first one, also across processes. The rows are never deleted.
 *
 * `PdoDedupe` does this for PDO. Use this class for a library with transactions of its own:
 *
 *     new SqlDedupe(
 *         Dialect::MySql,
 *         transaction: fn(callable $work) => DB::transaction(fn() => $work(DB::connection())),
 *         execute: fn($connection, string $statement, array $values): int =>
 *             $connection->affectingStatement($statement, $values),
 *     );
 */
final class SqlDedupe implements Dedupe
{
    private const LOST = 'SqlDedupe: the transaction no longer has the record of the event, so it ended '
        . 'while the handler ran. A handler must not commit, and must not continue after a database '
        . 'error.';

    private const SWALLOWED =
        'SqlDedupe: transaction returned although its work threw. It must throw when its work throws.';

    private readonly \Closure $transaction;
    private readonly \Closure $execute;

    /**
     * @param callable(callable(mixed): void): mixed $transaction runs its argument in one
     *   transaction: commits when it returns, rolls back and throws when it throws. Handlers
     *   receive what it passes.
     * @param callable(mixed, string, list<string>): int $execute runs one statement in the
     *   transaction and returns how many rows it changed.
     */
    public function __construct(
        private readonly Dialect $dialect,
        callable $transaction,
        callable $execute,
        private readonly string $table = Dialect::TABLE,
    ) {
        Dialect::expectName($table);
        $this->transaction = $transaction(...);
        $this->execute = $execute(...);
    }

    public function once(string $key, callable $run): Outcome
    {
        $recorded = self::recordedKey($key);
        $outcome = null;
        ($this->transaction)(function (mixed $within) use ($recorded, $run, &$outcome): void {
            $outcome = null;
            if (!$this->isNew($within, $recorded)) {
                $outcome = Outcome::Duplicate;
                return;
            }
            $run($within);
            $marked = $this->change($within, $this->dialect->markHandled($this->table), $recorded);
            if ($marked !== 1) {
                throw new \LogicException(self::LOST);
            }
            $outcome = Outcome::Ran;
        });
        return $outcome ?? throw new \LogicException(self::SWALLOWED);
    }

    /**
     * Replaces a record that is not marked as handled. It remains when a handler commits by itself
     * (in MySQL, `begin` and `create table` commit) and then fails.
     */
    private function isNew(mixed $within, string $recorded): bool
    {
        $add = $this->dialect->add($this->table);
        if ($this->change($within, $add, $recorded) === 1) {
            return true;
        }
        $remove = $this->dialect->removeUnhandled($this->table);
        return $this->change($within, $remove, $recorded) === 1
            && $this->change($within, $add, $recorded) === 1;
    }

    private function change(mixed $within, string $statement, string $recorded): int
    {
        return ($this->execute)($within, $statement, [$recorded]);
    }

    /**
     * Wasl's keys are short ASCII. Other keys are hashed, so that length limits, NUL and collations
     * cannot make two keys equal.
     */
    private static function recordedKey(string $key): string
    {
        $isPlain = preg_match('/^[\x21-\x7e]{1,200}$/D', $key) === 1;
        return $isPlain ? $key : 'sha256:' . hash('sha256', $key);
    }
}
