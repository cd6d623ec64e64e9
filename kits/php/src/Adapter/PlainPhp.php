<?php

declare(strict_types=1);

namespace Wasl\PartnerKit\Adapter;

use Wasl\PartnerKit\Answer;
use Wasl\PartnerKit\AnswerError;
use Wasl\PartnerKit\BodyProblem;
use Wasl\PartnerKit\Incoming;
use Wasl\PartnerKit\Partner;

/**
 * Plain PHP behind Apache, nginx or `php -S`: send every request below the API URL to one script,
 * and call `PlainPhp::serve($partner)` in it.
 */
final class PlainPhp
{
    private const ADVICE = 'Call PlainPhp::serve() before anything reads php://input, and keep '
        . 'enable_post_data_reading on.';

    /** Answers the current request and sends the answer. A warning of PHP never breaks its JSON. */
    public static function serve(Partner $partner): void
    {
        ini_set('display_errors', '0');
        $level = ob_get_level();
        ob_start();
        $isSent = false;
        // A fatal error, such as a time limit, skips everything but this.
        register_shutdown_function(static function () use (&$isSent, $level): void {
            if (!$isSent && !headers_sent()) {
                self::send(Answer::error(AnswerError::ServiceUnavailable), $level);
            }
        });
        set_error_handler(self::throwError(...));
        try {
            $answer = $partner->handle(self::incoming());
        } finally {
            restore_error_handler();
        }
        $isSent = true;
        self::send($answer, $level);
    }

    /** The current request. */
    public static function incoming(): Incoming
    {
        $path = explode('?', (string) ($_SERVER['REQUEST_URI'] ?? '/'), 2)[0];
        // A proxy may send the whole URL.
        $path = (string) preg_replace('~^https?://[^/]*~i', '', $path);
        return new Incoming(
            $_SERVER['REQUEST_METHOD'] ?? 'GET',
            $path,
            self::headers(),
            self::readBody(...),
            self::ADVICE,
        );
    }

    /** @return array<string, string> */
    private static function headers(): array
    {
        $headers = [];
        foreach ($_SERVER as $name => $value) {
            if (is_string($value) && str_starts_with((string) $name, 'HTTP_')) {
                $headers[strtolower(strtr(substr($name, 5), '_', '-'))] = $value;
            }
        }
        // Apache hides this header from CGI; a rewrite rule gives it another name.
        $hidden = $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? null;
        if (!isset($headers['authorization']) && is_string($hidden)) {
            $headers['authorization'] = $hidden;
        }
        return $headers;
    }

    private static function readBody(int $bytesMax): string|BodyProblem
    {
        $declared = (int) ($_SERVER['CONTENT_LENGTH'] ?? 0);
        if ($declared > $bytesMax) {
            return BodyProblem::TooLarge;
        }
        $body = (string) file_get_contents('php://input', false, null, 0, $bytesMax + 1);
        return match (true) {
            strlen($body) > $bytesMax => BodyProblem::TooLarge,
            $body === '' && $declared > 0 => BodyProblem::AlreadyRead,
            strlen($body) < $declared => BodyProblem::Incomplete,
            default => $body,
        };
    }

    private static function send(Answer $answer, int $level): void
    {
        // What your code printed would come before the JSON.
        while (ob_get_level() > $level) {
            ob_end_clean();
        }
        http_response_code($answer->status);
        foreach ($answer->headers as $name => $value) {
            header("$name: $value");
        }
        echo $answer->body;
    }

    private static function throwError(int $level, string $message, string $file, int $line): bool
    {
        if ((error_reporting() & $level) === 0) {
            // Silenced with @.
            return false;
        }
        throw new \ErrorException($message, 0, $level, $file, $line);
    }
}
