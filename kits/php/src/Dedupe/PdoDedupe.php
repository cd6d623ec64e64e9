<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Dedupe;

use Wasl\PartnerKit\InvalidOption;

/**
 * Records handled events with PDO, in MySQL, MariaDB, PostgreSQL or SQLite. Handlers receive the
 * connection in its transaction. `PdoDedupe::createTable($pdo)` returns the statement of your
 * migration.
 *
 *     new Partner(dedupe: new PdoDedupe($pdo), onSuccess: function ($event, $context): void {
 *         $context->transaction->prepare('update orders set …')->execute([$event->reference]);
 *     }, …);
 */
final class PdoDedupe implements Dedupe
{
    /** Longer than a handler takes, and shorter than the platform waits. */
    private const BUSY_TIMEOUT_MS = 5_000;

    private readonly Dialect $dialect;
    private readonly SqlDedupe $store;

    /** @throws InvalidOption for another database, or a connection that does not throw. */
    public function __construct(private readonly \PDO $pdo, string $table = Dialect::TABLE)
    {
        $this->dialect = self::dialectOf($pdo);
        if ($pdo->getAttribute(\PDO::ATTR_ERRMODE) !== \PDO::ERRMODE_EXCEPTION) {
            $expected = 'PdoDedupe: pdo: expected PDO::ERRMODE_EXCEPTION, the default since PHP 8';
            throw new InvalidOption("$expected: an error that nobody sees would lose a payment");
        }
        $execute = static function (\PDO $pdo, string $statement, array $values): int {
            $prepared = $pdo->prepare($statement);
            $prepared->execute($values);
            return $prepared->rowCount();
        };
        $this->store = new SqlDedupe($this->dialect, $this->transaction(...), $execute, $table);
    }

    public function once(string $key, callable $run): Outcome
    {
        return $this->store->once($key, $run);
    }

    /** The statement that creates the table in this database. */
    public static function createTable(\PDO $pdo, string $table = Dialect::TABLE): string
    {
        return self::dialectOf($pdo)->createTable($table);
    }

    /** @param callable(\PDO): void $work */
    private function transaction(callable $work): void
    {
        if ($this->pdo->inTransaction()) {
            $problem = 'PdoDedupe: the connection is already in a transaction. Give it one of its own.';
            throw new \LogicException($problem);
        }
        $this->begin();
        try {
            $work($this->pdo);
            $this->end('commit');
        } catch (\Throwable $error) {
            try {
                $this->end('rollback');
            } catch (\PDOException) {
                // The connection is gone, and its transaction with it.
            }
            throw $error;
        }
    }

    private function begin(): void
    {
        if ($this->dialect !== Dialect::Sqlite) {
            $this->pdo->beginTransaction();
            return;
        }
        // `immediate`, so that the second writer waits here and does not deadlock later.
        $waitMs = (int) $this->pdo->query('pragma busy_timeout')->fetchColumn();
        $this->pdo->exec('pragma busy_timeout = ' . self::BUSY_TIMEOUT_MS);
        try {
            $this->pdo->exec('begin immediate');
        } finally {
            $this->pdo->exec("pragma busy_timeout = $waitMs");
        }
    }

    /** @param 'commit'|'rollback' $how */
    private function end(string $how): void
    {
        if ($this->dialect === Dialect::Sqlite) {
            $this->pdo->exec($how);
            return;
        }
        // A handler that committed by itself left no transaction.
        if ($this->pdo->inTransaction()) {
            $how === 'commit' ? $this->pdo->commit() : $this->pdo->rollBack();
        }
    }

    private static function dialectOf(\PDO $pdo): Dialect
    {
        $driver = $pdo->getAttribute(\PDO::ATTR_DRIVER_NAME);
        return Dialect::tryFrom($driver) ?? throw new InvalidOption(
            "PdoDedupe: pdo: expected one of pgsql, mysql, sqlite, received $driver",
        );
    }
}
