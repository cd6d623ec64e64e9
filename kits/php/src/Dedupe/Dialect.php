<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Dedupe;

use Wasl\PartnerKit\InvalidOption;
use Wasl\PartnerKit\Wire\Shown;

/** The SQL for handled events. `MySql` is also for MariaDB. */
enum Dialect: string
{
    case PostgreSql = 'pgsql';
    case MySql = 'mysql';
    case Sqlite = 'sqlite';

    public const TABLE = 'wasl_handled_events';

    /** The statement that creates the table, for your migrations. */
    public function createTable(string $table = self::TABLE): string
    {
        self::expectName($table);
        $create = "create table if not exists $table";
        return match ($this) {
            self::PostgreSql => "$create (event_key text primary key, handled_at timestamptz)",
            // varbinary, because MySQL compares texts case-insensitively. InnoDB has transactions,
            // MyISAM has not.
            self::MySql => "$create (event_key varbinary(255) primary key, handled_at datetime(3), "
                . 'copies integer not null default 0) engine = innodb',
            self::Sqlite => "$create (event_key text primary key not null, handled_at text)",
        };
    }

    /** Changes one row for a new key. Waits for a transaction that is adding the same key. */
    public function add(string $table): string
    {
        $insert = "insert into $table (event_key) values (?)";
        // MySQL reports two changed rows for an existing key. "insert ignore" would take a shared
        // lock that deadlocks with other copies.
        return $this === self::MySql
            ? "$insert on duplicate key update copies = copies + 1"
            : "$insert on conflict (event_key) do nothing";
    }

    /** Changes one row when the key exists but its handler did not finish. */
    public function removeUnhandled(string $table): string
    {
        return "delete from $table where event_key = ? and handled_at is null";
    }

    /** Changes one row when the transaction still has the added row. */
    public function markHandled(string $table): string
    {
        $now = match ($this) {
            self::PostgreSql => 'clock_timestamp()',
            self::MySql => 'utc_timestamp(3)',
            self::Sqlite => "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')",
        };
        return "update $table set handled_at = $now where event_key = ?";
    }

    /**
     * A plain name, optionally with a schema: it is inserted into the SQL unquoted.
     *
     * @throws InvalidOption
     */
    public static function expectName(string $table): void
    {
        $name = '[A-Za-z_][A-Za-z0-9_]{0,62}';
        if (preg_match("/^$name(?:\\.$name)?$/D", $table) !== 1) {
            $expected = 'table: expected a plain name such as ' . self::TABLE;
            throw new InvalidOption("$expected, received " . Shown::quoted($table));
        }
    }
}
