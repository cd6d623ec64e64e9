<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Wire;

/** One problem of a value. */
final class Issue
{
    /** More problems rarely help. */
    private const SHOWN_MAX = 3;

    /**
     * @param string $path the field, such as `amount_detail.0.value`; empty for the whole value.
     * @param string $message what was expected and what was received.
     */
    public function __construct(public readonly string $path, public readonly string $message)
    {
    }

    /**
     * The first problems as one line.
     *
     * @param list<Issue> $issues
     */
    public static function line(array $issues): string
    {
        $shown = array_map(
            static fn(Issue $issue): string =>
                $issue->path === '' ? $issue->message : "$issue->path: $issue->message",
            array_slice($issues, 0, self::SHOWN_MAX),
        );
        $more = count($issues) - count($shown);
        return implode('; ', $shown) . ($more > 0 ? "; and $more more" : '');
    }
}
