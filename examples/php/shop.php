<?php

declare(strict_types=1);

use Wasl\PartnerKit\Dedupe\PdoDedupe;
use Wasl\PartnerKit\Webhook\PaymentSuccess;

/** Orders in SQLite. For MySQL, MariaDB or PostgreSQL, give `new PDO` another address. */
final class Shop
{
    public readonly PDO $pdo;

    public function __construct(string $file)
    {
        is_dir(dirname($file)) || mkdir(dirname($file), 0700, true);
        $this->pdo = new PDO("sqlite:$file");
        $this->pdo->exec('pragma busy_timeout = 5000');
        $tables = "select 1 from sqlite_master where name = 'orders'";
        if ($this->pdo->query($tables)->fetch() === false) {
            $this->create();
        }
    }

    public function order(string $reference): ?object
    {
        $select = $this->pdo->prepare('select * from orders where reference = ?');
        $select->execute([$reference]);
        return $select->fetchObject() ?: null;
    }

    /** Refuses a payment that cannot be right: the platform keeps it, and shows that it fails. */
    public function markPaid(PaymentSuccess $event): void
    {
        if ($event->qrCodeToken !== null) {
            $this->addCounterSale($event);
        }
        $order = $this->order($event->reference)
            ?? throw new RuntimeException("There is no order $event->reference.");
        if (!in_array($order->paid_by, [null, $event->paymentId], true)) {
            throw new RuntimeException("$event->reference is already paid by $order->paid_by.");
        }
        if ($order->centimes !== $event->amount->centimes) {
            throw new RuntimeException("$event->reference costs $order->centimes centimes.");
        }
        $update = $this->pdo->prepare('update orders set paid_by = ? where reference = ?');
        $update->execute([$event->paymentId, $event->reference]);
    }

    /**
     * A payment by the QR code on the counter has no earlier order: the payment is the order.
     * Without a qrConfigKind the payer chose the amount: check it before you hand over the goods.
     */
    private function addCounterSale(PaymentSuccess $event): void
    {
        $sale = [
            ['label_en' => 'QR code', 'value' => (string) $event->qrCodeToken],
            ['label_en' => 'Amount', 'value' => $event->qrConfigKind->value ?? 'chosen by the payer'],
        ];
        $this->add($event->reference, $event->amount->centimes, details: $sale);
    }

    private function add(
        string $reference,
        int $centimes,
        array $amountDetail = [],
        array $details = [],
        ?string $paidBy = null,
        bool $unavailable = false,
    ): void {
        $insert = 'insert into orders values (?, ?, ?, ?, ?, ?) on conflict do nothing';
        $lines = array_map(json_encode(...), [$amountDetail, $details]);
        $values = [$reference, $centimes, ...$lines, $paidBy, (int) $unavailable];
        $this->pdo->prepare($insert)->execute($values);
    }

    /** The shop's first orders, in one transaction: another request sees all of them, or waits. */
    private function create(): void
    {
        $this->pdo->exec('begin immediate');
        $this->pdo->exec('create table if not exists orders (reference text primary key, '
            . 'centimes integer not null, amount_detail text not null, details text not null, '
            . 'paid_by text, unavailable integer not null)');
        $this->pdo->exec(PdoDedupe::createTable($this->pdo));
        $orders = json_decode((string) file_get_contents(__DIR__ . '/references.json'), true);
        foreach ($orders as $order) {
            $this->add(
                $order['reference'],
                (int) round($order['total_amount'] * 100),
                array_map(self::exact(...), $order['amount_detail'] ?? []),
                $order['details'] ?? [],
                ($order['paid'] ?? false) ? 'an earlier payment' : null,
                $order['unavailable'] ?? false,
            );
        }
        $this->pdo->exec('commit');
    }

    /** The file has numbers; money in your code is a text or whole centimes, never a float. */
    private static function exact(array $line): array
    {
        return [...$line, 'value' => number_format($line['value'], 2, '.', '')];
    }
}
