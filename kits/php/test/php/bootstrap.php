<?php

declare(strict_types=1);

require __DIR__ . '/../../autoload.php';

// What only tests use.
foreach ((array) glob(__DIR__ . '/support/*.php') as $file) {
    require_once $file;
}
