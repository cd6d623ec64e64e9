<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Proof;

use Wasl\PartnerKit\Amount;
use Wasl\PartnerKit\Wire\Check;
use Wasl\PartnerKit\Wire\Currency;
use Wasl\PartnerKit\Wire\Missing;
use Wasl\PartnerKit\Wire\Names;
use Wasl\PartnerKit\Wire\Time;

/**
 * The fields of a manifest and of published keys (W118, W121). A later version may add fields.
 *
 * @internal
 */
final class ManifestFields
{
    private const SHA256 = '/^[0-9a-f]{64}$/D';
    private const KID = '/^[A-Za-z0-9_-]{11}$/D';
    private const GUID = '/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/Di';
    private const PARTNER = '/^prt_([1-9][0-9]{0,9})$/D';
    private const PARTNER_MAX = 2_147_483_647;

    public static function isHeader(mixed $head): bool
    {
        if (!$head instanceof \stdClass) {
            return false;
        }
        $fields = get_object_vars($head);
        ksort($fields);
        return array_keys($fields) === ['alg', 'kid', 'typ']
            && is_string($fields['alg']) && is_string($fields['typ'])
            && self::matches(self::KID, $fields['kid']);
    }

    public static function isPayload(mixed $value): bool
    {
        $check = new Check();
        if (!$check->object('', $value)) {
            return false;
        }
        $field = static fn(string $name): mixed => $check->field($value, $name);
        $check->string('issuer', $field('issuer'));
        $check->string('number', $field('number'));
        $check->unless(self::matches(self::GUID, $field('statementId')), 'statementId', '', '');
        $check->unless(self::isPartner($field('partnerId')), 'partnerId', '', '');
        foreach (['from', 'to'] as $name) {
            $check->unless(Time::isDate($field($name)), $name, '', '');
        }
        $check->unless(self::isCount($field('lines')), 'lines', '', '');
        $check->unless(Amount::signedCentimes($field('net')) !== null, 'net', '', '');
        $check->oneOf('currency', $field('currency'), Names::of(Currency::class));
        $check->time('closedAt', $field('closedAt'));
        $check->time('issuedAt', $field('issuedAt'));
        $previous = $field('previous');
        $isPrevious = $previous === null || self::matches(self::SHA256, $previous);
        $check->unless($isPrevious, 'previous', '', '');
        return $check->isClean() && self::hasFiles($field('files'));
    }

    /** Whether a value is the decoded JSON of `/.well-known/wasl-keys`. */
    public static function areKeys(mixed $value): bool
    {
        if (!$value instanceof \stdClass || !is_string($value->issuer ?? null)) {
            return false;
        }
        $keys = $value->keys ?? null;
        return is_array($keys) && count(array_filter($keys, self::isKey(...))) === count($keys);
    }

    private static function isKey(mixed $key): bool
    {
        $check = new Check();
        if (!$check->object('', $key)) {
            return false;
        }
        $field = static fn(string $name): mixed => $check->field($key, $name);
        $fixed = ['kty' => 'OKP', 'crv' => 'Ed25519', 'alg' => 'Ed25519', 'use' => 'sig'];
        foreach ($fixed as $name => $expected) {
            $check->oneOf($name, $field($name), [$expected]);
        }
        $check->unless(self::matches(self::KID, $field('kid')), 'kid', '', '');
        $check->string('x', $field('x'));
        $check->oneOf('purpose', $field('purpose'), ['receipt', 'statement']);
        $check->time('validFrom', $field('validFrom'));
        foreach (['validUntil', 'revokedAt'] as $name) {
            if ($field($name) !== null) {
                $check->time($name, $field($name));
            }
        }
        $reason = $field('revokedReason');
        $check->unless($reason === null || is_string($reason), 'revokedReason', '', '');
        return $check->isClean();
    }

    private static function hasFiles(mixed $files): bool
    {
        if (!$files instanceof \stdClass) {
            return false;
        }
        foreach (['json', 'csv'] as $format) {
            $file = $files->$format ?? null;
            $isFile = $file instanceof \stdClass && self::isCount($file->bytes ?? Missing::Field)
                && self::matches(self::SHA256, $file->sha256 ?? null);
            if (!$isFile) {
                return false;
            }
        }
        return true;
    }

    private static function isPartner(mixed $value): bool
    {
        return is_string($value) && preg_match(self::PARTNER, $value, $found) === 1
            && (int) $found[1] <= self::PARTNER_MAX;
    }

    private static function isCount(mixed $value): bool
    {
        return is_int($value) && $value >= 0;
    }

    private static function matches(string $pattern, mixed $value): bool
    {
        return is_string($value) && preg_match($pattern, $value) === 1;
    }
}
