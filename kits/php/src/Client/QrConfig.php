<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Client;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\Check;
use Wasl\PartnerKit\Wire\Currency;
use Wasl\PartnerKit\Wire\EventFields;
use Wasl\PartnerKit\Wire\Issue;
use Wasl\PartnerKit\Wire\Names;
use Wasl\PartnerKit\Wire\QrConfigKind;
use Wasl\PartnerKit\Wire\QrMode;
use Wasl\PartnerKit\Wire\Time;

/** The amounts of a static QR code (D17). */
final class QrConfig
{
    /** @param list<Amount> $amounts */
    private function __construct(
        public readonly string $qrCodeToken,
        /** Null without amounts: the payer chooses. */
        public readonly ?QrConfigKind $kind,
        public readonly QrMode $mode,
        public readonly array $amounts,
        public readonly ?\DateTimeImmutable $expiresAt,
        public readonly bool $singleUse,
        public readonly \DateTimeImmutable $updatedAt,
    ) {
    }

    /** @return list<Issue> */
    public static function issues(mixed $value): array
    {
        $check = new Check();
        if (!$check->object('', $value)) {
            return $check->issues;
        }
        $field = static fn(string $name): mixed => $check->field($value, $name);
        EventFields::checkToken($check, 'qrCodeToken', $field('qrCodeToken'));
        if ($field('kind') !== null) {
            $check->oneOf('kind', $field('kind'), Names::of(QrConfigKind::class));
        }
        $check->oneOf('mode', $field('mode'), Names::of(QrMode::class));
        $check->oneOf('currency', $field('currency'), Names::of(Currency::class));
        $amounts = $field('amounts');
        if ($check->unless(is_array($amounts), 'amounts', 'an array', $amounts)) {
            foreach ($amounts as $index => $amount) {
                $check->amount("amounts.$index", $amount);
            }
        }
        if ($field('expiresAt') !== null) {
            $check->time('expiresAt', $field('expiresAt'));
        }
        $check->boolean('singleUse', $field('singleUse'));
        $check->time('updatedAt', $field('updatedAt'));
        return $check->issues;
    }

    /** @internal for an answer without a problem. */
    public static function of(\stdClass $config): self
    {
        return new self(
            $config->qrCodeToken,
            $config->kind === null ? null : QrConfigKind::from($config->kind),
            QrMode::from($config->mode),
            array_map(Amount::fromWire(...), $config->amounts),
            $config->expiresAt === null ? null : Time::parse($config->expiresAt),
            $config->singleUse,
            Time::parse($config->updatedAt),
        );
    }
}
