<?php

declare(strict_types=1);

use Wasl\PartnerKit\Adapter\PlainPhp;
use Wasl\PartnerKit\Dedupe\Dedupe;
use Wasl\PartnerKit\Dedupe\Outcome;
use Wasl\PartnerKit\Dedupe\PdoDedupe;
use Wasl\PartnerKit\HandlerContext;
use Wasl\PartnerKit\LogEntry;
use Wasl\PartnerKit\LookupAnswer;
use Wasl\PartnerKit\Partner;
use Wasl\PartnerKit\Webhook\PaymentSuccess;

/*
 * A shop whose process is killed (kill -9) once, at the place that DIE names: while it handles, or
 * between handling and answering. It sends a parcel for each payment.
 */

require __DIR__ . '/../../autoload.php';

function dieAt(string $place): void
{
    $flag = getenv('FLAG') . "-$place";
    if (is_file($flag)) {
        unlink($flag);
        posix_kill(getmypid(), SIGKILL);
        sleep(60);
    }
}

/** Dies after the transaction was committed, before the answer. */
final class DyingDedupe implements Dedupe
{
    public function __construct(private readonly Dedupe $inner)
    {
    }

    public function once(string $key, callable $run): Outcome
    {
        $outcome = $this->inner->once($key, $run);
        dieAt('answering');
        return $outcome;
    }
}

$pdo = new PDO((string) getenv('DSN'), getenv('DB_USER') ?: null);
$store = new PdoDedupe($pdo);

PlainPhp::serve(new Partner(
    apiSecret: getenv('API_SECRET'),
    hmacSecret: getenv('HMAC_SECRET'),
    dedupe: getenv('STORE') === 'none' ? new Wasl\PartnerKit\Dedupe\MemoryDedupe() : new DyingDedupe($store),
    lookup: fn(string $reference): LookupAnswer => LookupAnswer::notFound(),
    onSuccess: function (PaymentSuccess $event, HandlerContext $context) use ($pdo): void {
        $insert = ($context->transaction ?? $pdo)->prepare('insert into parcels values (?)');
        $insert->execute([$event->reference]);
        dieAt('handling');
        if (getenv('STORE') === 'none') {
            dieAt('answering');
        }
    },
    log: fn(LogEntry $entry) => error_log("$entry->code {$entry->exception?->getMessage()}"),
));
