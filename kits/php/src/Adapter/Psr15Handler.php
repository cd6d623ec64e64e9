<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Adapter;

use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;
use Wasl\PartnerKit\BodyProblem;
use Wasl\PartnerKit\Incoming;
use Wasl\PartnerKit\Partner;

/**
 * PSR-15, for Slim, Mezzio and others: a handler for the partner's routes, or a middleware that
 * passes all other paths on. Give the partner its `basePath`.
 */
final class Psr15Handler implements RequestHandlerInterface, MiddlewareInterface
{
    private const ADVICE = 'Put the partner before every middleware that parses or reads the body.';

    public function __construct(
        private readonly Partner $partner,
        private readonly ResponseFactoryInterface $responses,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function process(
        ServerRequestInterface $request,
        RequestHandlerInterface $handler,
    ): ResponseInterface {
        $isOwn = $this->partner->owns($request->getUri()->getPath());
        return $isOwn ? $this->handle($request) : $handler->handle($request);
    }

    public function handle(ServerRequestInterface $request): ResponseInterface
    {
        $answer = $this->partner->handle(new Incoming(
            $request->getMethod(),
            $request->getUri()->getPath(),
            $request->getHeaders(),
            static fn(int $bytesMax): string|BodyProblem => self::readBody($request, $bytesMax),
            self::ADVICE,
        ));
        $response = $this->responses->createResponse($answer->status);
        foreach ($answer->headers as $name => $value) {
            $response = $response->withHeader($name, $value);
        }
        return $response->withBody($this->streams->createStream($answer->body));
    }

    private static function readBody(
        ServerRequestInterface $request,
        int $bytesMax,
    ): string|BodyProblem {
        $stream = $request->getBody();
        if ($stream->isSeekable()) {
            $stream->rewind();
        }
        $body = '';
        while (!$stream->eof() && strlen($body) <= $bytesMax) {
            $body .= $stream->read($bytesMax + 1 - strlen($body));
        }
        $declared = (int) $request->getHeaderLine('content-length');
        return match (true) {
            strlen($body) > $bytesMax => BodyProblem::TooLarge,
            $body === '' && $declared > 0 => BodyProblem::AlreadyRead,
            strlen($body) < $declared => BodyProblem::Incomplete,
            default => $body,
        };
    }
}
