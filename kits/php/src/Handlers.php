<?php

declare(strict_types=1);

namespace Wasl\PartnerKit;

use Wasl\PartnerKit\Wire\EventKind;

/**
 * The shop's function for each kind of event.
 *
 * @internal
 */
final class Handlers
{
    /** @var array<string, callable> */
    private readonly array $byKind;

    public function __construct(
        callable $onSuccess,
        ?callable $onInitialized,
        ?callable $onFail,
        ?callable $onRefunded,
    ) {
        $this->byKind = array_filter([
            EventKind::Success->value => $onSuccess,
            EventKind::Initialized->value => $onInitialized,
            EventKind::Fail->value => $onFail,
            EventKind::Refunded->value => $onRefunded,
        ]);
    }

    public function of(EventKind $kind): ?callable
    {
        return $this->byKind[$kind->value] ?? null;
    }
}
