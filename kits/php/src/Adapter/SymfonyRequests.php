<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Adapter;

use Symfony\Component\HttpFoundation\Request;
use Wasl\PartnerKit\BodyProblem;
use Wasl\PartnerKit\Incoming;

/**
 * Requests of Symfony, which are those of Laravel too.
 *
 * @internal
 */
final class SymfonyRequests
{
    private const ADVICE = 'Route the partner before everything that reads the body as a resource.';

    public static function incoming(Request $request): Incoming
    {
        return new Incoming(
            // Not getMethod(), which a header may override.
            $request->getRealMethod(),
            // Still percent-encoded.
            $request->getPathInfo(),
            $request->headers->all(),
            static fn(int $bytesMax): string|BodyProblem => self::readBody($request, $bytesMax),
            self::ADVICE,
        );
    }

    private static function readBody(Request $request, int $bytesMax): string|BodyProblem
    {
        $declared = (int) $request->headers->get('content-length', '0');
        if ($declared > $bytesMax) {
            return BodyProblem::TooLarge;
        }
        try {
            $body = $request->getContent();
        } catch (\LogicException) {
            return BodyProblem::AlreadyRead;
        }
        return match (true) {
            strlen($body) > $bytesMax => BodyProblem::TooLarge,
            $body === '' && $declared > 0 => BodyProblem::AlreadyRead,
            strlen($body) < $declared => BodyProblem::Incomplete,
            default => $body,
        };
    }
}
