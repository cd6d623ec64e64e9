<?php

declare(strict_types=1);

/*
 * Loads the kit without Composer: require_once '…/partner-kit/autoload.php'. It loads the same
 * files as the PSR-4 map of composer.json.
 */

spl_autoload_register(static function (string $class): void {
    $prefix = 'Wasl\\PartnerKit\\';
    if (!str_starts_with($class, $prefix)) {
        return;
    }
    $name = strtr(substr($class, strlen($prefix)), '\\', '/');
    $file = __DIR__ . "/src/$name.php";
    if (is_file($file)) {
        require $file;
    }
});
